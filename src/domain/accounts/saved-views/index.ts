/** Saved views: named filters of a list, for each user. */
export { deleteSavedView, listSavedViews, saveView } from './saved-views.ts'
export type { SavedView } from './tables.ts'
