# One variable, written and read at two places, with numbers of several sizes behind the address.
	.text
	.globl	f
	.type	f, @function
f:
.L1:
	movl	$1, g(%rip)
	movq	g(%rip), %rax
	movb	$1, g+8(%rip)
	addl	%eax, 8+g(%rip)
	jne	.L1
	ret
	.size	f, .-f
	.comm	g, 16
