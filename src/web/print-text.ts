// Prints a few lines on a sheet of their own, whatever else is on the screen.

export function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.className = 'visually-hidden';
  frame.title = title;
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) {
    frame.remove();
    return;
  }
  const heading = page.createElement('h1');
  heading.textContent = title;
  const list = page.createElement('ul');
  list.append(
    ...lines.map((line) => {
      const item = page.createElement('li');
      item.textContent = line;
      return item;
    }),
  );
  page.title = title;
  page.body.append(heading, list);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
