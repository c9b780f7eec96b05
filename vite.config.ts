import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // For named breakpoints (web/styles/breakpoints.css): a media query cannot read a custom property.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
    // A data: address in a style would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // The guide's pages (scripts/staff-guide.ts) have no script, and take their sheet from here.
    rolldownOptions: { input: ['index.html', 'src/web/styles/guide.css'] },
  },
});
