# One loop of 22 bytes twice: from the border of a block of 64 bytes, and 48 bytes behind one, from where it crosses the next.
.globl _start, well, badly
.text
.p2align 6
.type well, @function
well:
1: nopw 0x200(%rax,%rax,1)
 nopw 0x200(%rax,%rax,1)
 decl %ecx
 jnz 1b
 ret
.size well, .-well
.p2align 6
.skip 48, 0x90
.type badly, @function
badly:
1: nopw 0x200(%rax,%rax,1)
 nopw 0x200(%rax,%rax,1)
 decl %ecx
 jnz 1b
 ret
.size badly, .-badly
.type _start, @function
_start:
 ret
.size _start, .-_start
