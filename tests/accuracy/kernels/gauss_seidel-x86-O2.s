	.file	"gauss_seidel.c"
	.text
	.p2align 4
	.globl	gauss_seidel
	.type	gauss_seidel, @function
gauss_seidel:
	movl	%edx, %r10d
	leal	-1(%rsi), %r11d
	cmpl	$2, %esi
	jle	.L10
	movslq	%edx, %rcx
	leaq	0(,%rcx,8), %r9
	addq	%r9, %rdi
	leal	-3(%rdx), %eax
	movq	%r9, %rsi
	vmovsd	.LC0(%rip), %xmm1
	leaq	16(%rdi,%rax,8), %rdx
	negq	%rsi
	movl	$1, %r8d
	.p2align 4,,10
	.p2align 3
.L4:
	cmpl	$2, %r10d
	jle	.L7
	vmovsd	(%rdi), %xmm0
	leaq	8(%rdi), %rax
	.p2align 4,,10
	.p2align 3
.L6:
	vaddsd	(%rax,%rsi), %xmm0, %xmm0
	vaddsd	8(%rax), %xmm0, %xmm0
	vaddsd	(%rax,%rcx,8), %xmm0, %xmm0
	addq	$8, %rax
	vmulsd	%xmm1, %xmm0, %xmm0
	vmovsd	%xmm0, -8(%rax)
	cmpq	%rax, %rdx
	jne	.L6
.L7:
	incl	%r8d
	addq	%r9, %rdi
	addq	%r9, %rdx
	cmpl	%r11d, %r8d
	jne	.L4
	ret
.L10:
	ret
	.size	gauss_seidel, .-gauss_seidel
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC0:
	.long	0
	.long	1070596096
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
