// A small object with a section of its own: the input of elf_test.cpp.
extern const char osaca_sample[];
[[gnu::section(".osaca_test")]] const char osaca_sample[] = "found";
