import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { modalsPart } from '#web/components/dialogs/modals.ts'
import { NotFound, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { lazyPage } from './lazy-page.tsx'
import { pageIndex } from './page-index.ts'
import { type PageRoute, pageRoutes, publicRoutes } from './routes.ts'
import { PageError } from './shell/page-error.tsx'
import { RequirePermission } from './shell/require-permission.tsx'
import { NotFoundShell, Shell } from './shell/shell.tsx'

/**
 * The root of all pages. It also contains the dialogs of `openModal`, because these dialogs can have links.
 */
const RootLayout = () => (
  <>
    <Outlet />
    <modalsPart.Component />
  </>
)

const rootRoute = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundShell })
const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell })

/**
 * Creates the component of a page. The router calls its `preload` when the user points at or focuses a link,
 * and waits for it before it leaves the old page.
 */
function createPageComponent(page: PageRoute) {
  const Lazy = lazyPage(page.load)
  const render = () => (
    <RequirePermission page={page}>
      <Lazy />
    </RequirePermission>
  )
  return Object.assign(render, { preload: Lazy.preload })
}

pageIndex.pages = pageRoutes

const signedInRoutes = pageRoutes.map((page) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: page.path.replace(/:(\w+)/g, '$$$1'),
    staticData: { page },
    component: createPageComponent(page),
  }),
)

const signedOutRoutes = publicRoutes.map(({ path, title, load }) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title },
    component: lazyPage(load),
  }),
)

/**
 * Parses the query of a URL to plain values, so that a URL ends with `?stalled=true`. By default, the router
 * would write strings as JSON.
 */
const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.replace(/^"(.*)"$/, '$1')]),
  )

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  parseSearch,
  stringifySearch,
  routeTree: rootRoute.addChildren([shellRoute.addChildren(signedInRoutes), ...signedOutRoutes]),
  defaultPreload: 'intent',
  // The old page stays visible while the next page loads, but at most for this time.
  defaultPendingMs: 4_000,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
})
