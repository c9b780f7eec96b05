// Loads a screen when its address is opened.
import { type ComponentType, createElement } from 'react';
import type { RouteObject } from 'react-router';

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
