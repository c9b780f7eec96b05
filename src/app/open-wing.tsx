// Opens a wing of the service in the browser: its screens, once what the first one needs is there, each loaded when its address is opened.
import { type ComponentType, createElement, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isOutdated, openSealed } from '#web/store.ts';
import { listenBeforeRouter } from '#web/ui/navigation-guard.ts';

export function openWing(routes: RouteObject[]): void {
  // Gone back to, a page may come as it was put aside, with a person who has logged out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOutdated()) location.reload();
  });
  const root = document.getElementById('root');
  // A task of its own, and drawn in slices: a page that came drawn is pressed and scrolled meanwhile.
  if (root) setTimeout(() => void openSealed().then(() => openIn(root, routes)));
}

function openIn(root: HTMLElement, routes: RouteObject[]): void {
  listenBeforeRouter();
  const router = createBrowserRouter(routes);
  const render = () =>
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    );
  // Until then, what the document came with stays: an empty page in between would move everything twice.
  if (router.state.initialized) render();
  else {
    const leave = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      leave();
      render();
    });
  }
}

export function screen<P extends object>(
  // biome-ignore lint/suspicious/noExplicitAny: a screen takes whatever the map gives it
  load: () => Promise<ComponentType<any>>,
  props?: P,
): Pick<RouteObject, 'lazy'> {
  return {
    lazy: async () => {
      const component = await load();
      return { Component: () => createElement(component, props) };
    },
  };
}
