import type { RequiredPermission } from './session.ts'

interface IndexedPage {
  path: string
  title: string
  permission: RequiredPermission
  parent?: string
}

/** The pages of the app, for pages that describe them. The router fills it, since it imports the pages itself. */
export const pageIndex: { pages: readonly IndexedPage[] } = { pages: [] }
