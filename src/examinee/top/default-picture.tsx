// What stands in place of the picture where an institution has none: quiet hills in the colours of the page.

export function DefaultPicture() {
  return (
    <svg width="100%" height="100%" viewBox="0 0 1280 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="1280" height="300" fill="var(--accent-tint)" />
      <circle cx="890" cy="104" r="44" fill="var(--paper)" />
      <g fill="var(--accent)">
        <path opacity="0.1" d="M0 190C180 120 330 96 520 138S860 210 1010 150s190-44 270-30V300H0Z" />
        <path opacity="0.14" d="M0 226C140 196 260 168 430 184s330 62 500 34 230-56 350-40V300H0Z" />
        <path opacity="0.2" d="M0 236C220 246 300 208 520 216s350 44 520 34 170-24 240-22V300H0Z" />
      </g>
    </svg>
  );
}
