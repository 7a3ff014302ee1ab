	.file	"triad.c"
	.text
	.p2align 4
	.globl	triad
	.type	triad, @function
triad:
	testq	%r8, %r8
	jle	.L5
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L3:
	vmovsd	(%rdx,%rax,8), %xmm0
	vmovsd	(%rsi,%rax,8), %xmm1
	vfmadd132sd	(%rcx,%rax,8), %xmm1, %xmm0
	vmovsd	%xmm0, (%rdi,%rax,8)
	incq	%rax
	cmpq	%rax, %r8
	jne	.L3
.L5:
	ret
	.size	triad, .-triad
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
