	.arch armv8.4-a+crc+rcpc+sve+profile+rng+ssbs+i8mm+bf16
	.file	"gauss_seidel.c"
	.text
	.align	2
	.p2align 5,,15
	.global	gauss_seidel
	.type	gauss_seidel, %function
gauss_seidel:
.LFB0:
	.cfi_startproc
	sub	w8, w1, #1
	cmp	w1, 2
	ble	.L1
	sbfiz	x7, x2, 3, 32
	fmov	d4, 2.5e-1
	sub	w1, w2, #3
	add	x5, x0, x7
	neg	x4, x7
	mov	x0, 16
	sxtw	x3, w2
	add	x1, x0, w1, uxtw 3
	mov	w6, 1
	add	x1, x1, x5
	.p2align 5,,15
.L4:
	cmp	w2, 2
	ble	.L7
	mov	x0, x5
	ldr	d0, [x0], 8
	.p2align 5,,15
.L6:
	ldr	d3, [x0, x4]
	ldr	d2, [x0, 8]
	ldr	d1, [x0, x3, lsl 3]
	fadd	d0, d0, d3
	fadd	d0, d0, d2
	fadd	d0, d0, d1
	fmul	d0, d0, d4
	str	d0, [x0], 8
	cmp	x1, x0
	bne	.L6
.L7:
	add	w6, w6, 1
	add	x5, x5, x7
	add	x1, x1, x7
	cmp	w6, w8
	bne	.L4
.L1:
	ret
	.cfi_endproc
.LFE0:
	.size	gauss_seidel, .-gauss_seidel
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
