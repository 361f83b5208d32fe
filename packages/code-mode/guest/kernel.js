/** Functions of the boot script, by their place in what it gives. */
export const kernel = {
  begin: 0,
  complete: 1,
  fail: 2,
  take: 3,
  deliver: 4,
  wake: 5,
  standing: 6,
  where: 7,
  again: 8,
}
