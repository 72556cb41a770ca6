import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { NotFound, PageSkeleton } from './blocks/states.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { entries, type Screen, screens } from './registry.ts'
import { Guarded } from './shell/guarded.tsx'
import { ScreenError } from './shell/screen-error.tsx'
import { NotFoundShell, Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundShell })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

/** The router calls `preload` when a link is hovered or focused, and waits for it before it leaves a screen. */
function componentOf(screen: Screen) {
  const Lazy = lazyScreen(screen.load)
  const render = () => (
    <Guarded screen={screen}>
      <Lazy />
    </Guarded>
  )
  return Object.assign(render, { preload: Lazy.preload })
}

const inside = screens.map((screen) =>
  createRoute({
    getParentRoute: () => shell,
    path: screen.path.replace(/:(\w+)/g, '$$$1'),
    staticData: { screen },
    component: componentOf(screen),
  }),
)

const outside = entries.map(({ path, title, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title },
    component: lazyScreen(load),
  }),
)

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren(inside), ...outside]),
  defaultPreload: 'intent',
  // the previous screen stays until the next one is loaded, for a while
  defaultPendingMs: 4_000,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
})
