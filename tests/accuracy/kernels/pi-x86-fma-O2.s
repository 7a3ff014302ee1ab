	.file	"pi.c"
	.text
	.p2align 4
	.globl	pi
	.type	pi, @function
pi:
	vxorps	%xmm4, %xmm4, %xmm4
	vcvtsi2sdl	%edi, %xmm4, %xmm0
	vmovsd	.LC1(%rip), %xmm3
	vdivsd	%xmm0, %xmm3, %xmm0
	testl	%edi, %edi
	jle	.L4
	vmovsd	.LC2(%rip), %xmm6
	vmovsd	.LC3(%rip), %xmm5
	xorl	%eax, %eax
	vxorpd	%xmm2, %xmm2, %xmm2
	.p2align 4,,10
	.p2align 3
.L3:
	vcvtsi2sdl	%eax, %xmm4, %xmm1
	incl	%eax
	vaddsd	%xmm6, %xmm1, %xmm1
	vmulsd	%xmm0, %xmm1, %xmm1
	vfmadd132sd	%xmm1, %xmm3, %xmm1
	vdivsd	%xmm1, %xmm5, %xmm1
	vaddsd	%xmm1, %xmm2, %xmm2
	cmpl	%eax, %edi
	jne	.L3
	vmulsd	%xmm2, %xmm0, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	vxorpd	%xmm2, %xmm2, %xmm2
	vmulsd	%xmm2, %xmm0, %xmm0
	ret
	.size	pi, .-pi
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1072693248
	.align 8
.LC2:
	.long	0
	.long	1071644672
	.align 8
.LC3:
	.long	0
	.long	1074790400
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
