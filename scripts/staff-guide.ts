// The staff guide: turns docs/staff-guide/*.md into pages without a script, for the build and for the test of its anchors.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import { phrasesOf } from '#web/phrases/phrases.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const GUIDE = `${ROOT}docs/staff-guide/`;
const CONTENTS = 'index';
/** For examinees: dressed as their side, and without a way into the chapters for staff. */
const EXAMINEES = 'examinee';

interface GuidePage {
  topic: string;
  title: string;
  html: string;
}

interface GuidePicture {
  /** Below assets/, with the content's hash. */
  asset: string;
  content: Buffer;
}

/** Widths and heights by name, so that no text moves when a picture comes; written with the pictures. */
interface Shown {
  pictures: Record<string, { width: number; height: number }>;
}

/** Pictures by their name in the texts (pictures/status.webp); one that is not taken yet is left out of its page. */
function readPictures(): Map<string, GuidePicture> {
  if (!existsSync(`${GUIDE}pictures`)) return new Map();
  const names = readdirSync(`${GUIDE}pictures`).filter((name) => name.endsWith('.webp'));
  return new Map(
    names.map((name) => {
      const content = readFileSync(`${GUIDE}pictures/${name}`);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
      return [`pictures/${name}`, { asset: name.replace('.webp', `-${hash}.webp`), content }];
    }),
  );
}

function readSizes(): Shown['pictures'] {
  const manifest = `${GUIDE}pictures/manifest.json`;
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Shown).pictures : {};
}

/** A heading may name its anchors at its end: `## 受診者抽出 {#wiga1}`; several screens may share a chapter. */
export const ANCHORS = /\s*\{((?:#[a-z0-9-]+\s*)+)\}$/;

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** With the ends of its phrases marked, as in the screens (web/phrases/phrases.ts). */
function markPhrases(text: string): string {
  const phrases = phrasesOf(text).map(escapeText);
  return phrases.length === 1 ? phrases.join('') : `<text-phrases>${phrases.join('<wbr>')}</text-phrases>`;
}

/** Turns one text into what stands in the page. */
function makeRenderer(pictures: ReadonlyMap<string, GuidePicture>) {
  const sizes = readSizes();
  const marked = new Marked({ async: false });
  marked.use({
    renderer: {
      text(token) {
        return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : markPhrases(token.text);
      },
      heading({ text, tokens, depth }: Tokens.Heading) {
        const [written = '', ids = ''] = ANCHORS.exec(text) ?? [];
        const [first, ...more] = ids.match(/[a-z0-9-]+/g) ?? [];
        const others = more.map((id) => `<span id="${id}"></span>`).join('');
        const shown = this.parser.parseInline(tokens).replace(written, '');
        return `<h${depth}${first ? ` id="${first}"` : ''}>${others}${shown}</h${depth}>\n`;
      },
      image({ href, text }: Tokens.Image) {
        const picture = pictures.get(href);
        const size = sizes[href.replace('pictures/', '').replace('.webp', '')];
        if (!picture || !size) return '';
        const file = `/assets/${picture.asset}`;
        const place = `src="${file}" width="${size.width}" height="${size.height}"`;
        // By itself it can be as large as one likes, also on a phone.
        return `<a href="${file}"><img ${place} alt="${escapeText(text)}" loading="lazy"></a>`;
      },
      table({ header, rows }: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>\n`;
      },
    },
  });
  return (text: string) => marked.parse(text) as string;
}

const titleOf = (text: string) => /^# (.*)$/m.exec(text)?.[1]?.replace(ANCHORS, '') ?? '';

/** The contents' links, in their order: what stands beside every chapter. */
function chapters(contents: string): { topic: string; title: string }[] {
  return [...contents.matchAll(/\[([^\]]+)\]\(([a-z-]+)\.html\)/g)].map(([, title = '', topic = '']) => ({
    topic,
    title,
  }));
}

function sideOf(topic: string, contents: string): string {
  const entries = [{ topic: CONTENTS, title: 'もくじ' }, ...chapters(contents).filter((at) => at.topic !== EXAMINEES)];
  const links = entries.map((at) => {
    const current = at.topic === topic ? ' aria-current="page"' : '';
    return `<li><a href="/guide/${at.topic}.html"${current}>${at.title}</a></li>`;
  });
  return `<nav aria-label="使い方の章"><ul>${links.join('')}</ul></nav>`;
}

function page(topic: string, title: string, sheet: string, side: string, body: string): string {
  const forExaminees = topic === EXAMINEES;
  const name = forExaminees ? '健康診断予約' : '健診びより 使い方';
  const home = forExaminees ? `<b>${name}</b>` : `<a href="/guide/${CONTENTS}.html"><b>${name}</b></a>`;
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/${sheet}">
<title>${escapeText(topic === CONTENTS ? name : `${title} | ${name}`)}</title>
</head>
<body>
<div data-side="${forExaminees ? 'examinee' : 'office'}" data-guide>
<header>${home}</header>
${forExaminees ? '' : side}
<main id="main">
${body}</main>
</div>
</body>
</html>
`;
}

export const topicsOfGuide = (): string[] =>
  readdirSync(GUIDE)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace('.md', ''));

/** Every page of the guide, dressed in the style sheet of this name, and the pictures that they show. */
export function renderGuide(sheet: string): { pages: GuidePage[]; pictures: GuidePicture[] } {
  const pictures = readPictures();
  const render = makeRenderer(pictures);
  const read = (topic: string) => readFileSync(`${GUIDE}${topic}.md`, 'utf8');
  const contents = read(CONTENTS);
  const pages = topicsOfGuide().map((topic) => {
    const text = read(topic);
    const title = titleOf(text);
    return { topic, title, html: page(topic, title, sheet, sideOf(topic, contents), render(text)) };
  });
  return { pages, pictures: [...pictures.values()] };
}
