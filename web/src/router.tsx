import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { NotFound } from './blocks/states.tsx'
import { entries, screens } from './registry.ts'
import { Guarded } from './shell/guarded.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const lazily = (load: () => Promise<FunctionComponent>): FunctionComponent =>
  lazyRouteComponent(() => load().then((Loaded) => ({ Loaded })), 'Loaded') as FunctionComponent

const inside = screens.map((screen) => {
  const Screen = lazily(screen.load)
  return createRoute({
    getParentRoute: () => shell,
    path: screen.path.replace(/:(\w+)/g, '$$$1'),
    staticData: { screen },
    component: () => (
      <Guarded screen={screen}>
        <Screen />
      </Guarded>
    ),
  })
})

const outside = entries.map(({ path, title, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title },
    component: lazily(load),
  }),
)

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren(inside), ...outside]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
})
