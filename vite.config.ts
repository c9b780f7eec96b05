import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Modules below these folders; with what they import, unless that is loaded already. */
const within =
  (...folders: string[]) =>
  (id: string) =>
    folders.some((folder) => id.includes(`/src/${folder}`));

export default defineConfig({
  plugins: [react()],
  // For named breakpoints (web/styles/breakpoints.css): a media query cannot read a custom property.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
    // A data: address in a style would need an exception in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files for a wing rather than one for each part of it: on a phone's line, what counts is how often it asks.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 50 },
            { name: 'booking', test: within('examinee/booking/', 'examinee/login/'), priority: 40 },
            { name: 'my-page', test: within('examinee/reservations/', 'examinee/passwords/'), priority: 30 },
            { name: 'office', test: within('web/office-shell', 'backoffice/status/'), priority: 20 },
          ],
        },
      },
    },
  },
});
