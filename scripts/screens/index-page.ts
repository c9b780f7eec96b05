// The index of the pictures: every screen at a desk and on a phone, side by side.
import type { Taken } from './take.ts';
import { SIZES } from './take.ts';

const cell = (file: string | undefined, width: number) =>
  file ? `<a href="${file}"><img src="${file}" width="${width / 2}" loading="lazy" alt=""></a>` : '';

const row = ({ shot, files, fault }: Taken) => `<section id="${shot.name}">
<h2>${shot.route} <small>${shot.name}${shot.state ? `: ${shot.state}` : ''}</small></h2>
${fault ? `<p class="fault">not taken: ${fault.replaceAll('<', '&lt;')}</p>` : ''}
<div>${SIZES.map(({ width }, at) => cell(files[at], width)).join('')}</div>
</section>`;

export function indexPage(taken: readonly Taken[]): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Screens</title>
<style>
body { margin: 24px; font-family: sans-serif; }
section { margin-top: 40px; border-top: 1px solid #ccc; }
div { display: flex; gap: 24px; align-items: start; }
img { border: 1px solid #ccc; }
.fault { color: #b00; }
</style>
<h1>Screens <small>${taken.length} pictures</small></h1>
${taken.map(row).join('\n')}
`;
}
