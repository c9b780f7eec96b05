// For the `ref` of what appears in place of what was pressed: whoever goes by keyboard or hears the page goes on there.

export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
