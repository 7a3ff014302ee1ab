# Constants between and behind instructions, as in assembly written by hand.
	.text
	.globl	mix
	.type	mix, @function
mix:
	leaq	.Lconstants(%rip), %r8
	xorl	%eax, %eax
	jmp	.Lbody
.Lconstants:
	.byte	0x06, 0x0e, 0x16, 0x75, 0xfe, 0x62, 0x06, 0xff, 0xff, 0x75, 0xfd, 0x06
.Lbody:
	addq	(%r8,%rdi), %rax
	subq	$8, %rdi
	jnz	.Lbody
	ret
	.size	mix, .-mix
# Looks like loops: 75 fe is `jne` to itself.
table:
	.byte	0x75, 0xfe, 0x90, 0x90, 0x06, 0x75, 0xfe, 0x06, 0x06, 0x06, 0x06, 0x06
	.globl	behind
	.type	behind, @function
	.p2align 4
behind:
	addq	$1, %rax
	cmpq	%rdi, %rax
	jb	behind
	ret
	.size	behind, .-behind
