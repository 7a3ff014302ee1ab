	.text
.L3:
	vsetvli	a5,a4,e64,m1,ta,ma
	vle64.v	v1,0(a1)
	vle64.v	v2,0(a2)
	vfmacc.vf	v2,fa0,v1
	vse64.v	v2,0(a0)
	sub	a4,a4,a5
	slli	t1,a5,3
	add	a0,a0,t1
	add	a1,a1,t1
	add	a2,a2,t1
	bne	a4,zero,.L3
	ret
