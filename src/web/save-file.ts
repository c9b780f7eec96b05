// Hands a file that was made in the page to the browser, which asks or saves as it is set to.
export function saveFile({ fileName, file }: { fileName: string; file: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // Only when the browser has surely begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
