# IACA's start and end markers around a loop.
	.text
	.globl	f
	.type	f, @function
f:
	xorl	%eax, %eax
	movl	$111, %ebx
	.byte	100, 103, 144
.L1:
	addsd	(%rdi,%rax,8), %xmm0
	addq	$1, %rax
	cmpq	%rax, %rsi
	jne	.L1
	movl	$222, %ebx
	.byte	100, 103, 144
	ret
	.size	f, .-f
