// Every part of web/ui on one page, on both sides; in development only.
export function Styleguide() {
  return null;
}
