// The browser's front door.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { isOutdated } from '#web/store.ts';
import '#web/styles/base.css';
import { router } from './routes.tsx';

// Gone back to, a page may come as it was put aside, with a person who has logged out since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isOutdated()) location.reload();
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
