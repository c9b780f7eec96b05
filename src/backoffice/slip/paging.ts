// How the parts of a slip are laid onto pages of paper, given how high each is.

/** As many parts on each page as fit, in their order; the first page has less room for them than the others. */
export function layOut(heights: readonly number[], room: { first: number; next: number }): number[][] {
  const pages: number[][] = [[]];
  let left = room.first;
  heights.forEach((height, index) => {
    const page = pages.at(-1) ?? [];
    // What is higher than any page stands alone on one.
    if (height > left && (page.length > 0 || pages.length === 1)) {
      pages.push([index]);
      left = room.next - height;
    } else {
      page.push(index);
      left -= height;
    }
  });
  return pages;
}
