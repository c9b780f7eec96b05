import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimRouter, unreadTokens } from './scripts/lean-build.ts';

export default defineConfig(({ command }) => {
  const isUnread = command === 'build' ? unreadTokens() : () => false;
  return {
    // Elements are made by web/phrases/, which marks where lines may end.
    plugins: [react({ jsxImportSource: '#web/phrases' }), slimRouter],
    css: {
      transformer: 'lightningcss',
      lightningcss: {
        // For named breakpoints (web/styles/breakpoints.css): a media query cannot read a custom property.
        drafts: { customMedia: true },
        visitor: { Declaration: { custom: ({ name }) => (isUnread(name) ? [] : undefined) } },
      },
    },
    build: {
      target: ['chrome111', 'safari16.4', 'firefox114'],
      modulePreload: { polyfill: false },
      // A data: address in a style would need an exception in the content security policy.
      assetsInlineLimit: 0,
    },
  };
});
