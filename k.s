.L:
crc32x w0, w0, x1
subs x2,x2,#1
b.ne .L
