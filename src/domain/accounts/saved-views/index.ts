/**
 * Saved views: the filters of a list under a name, each for the person who saved it.
 */
export { deleteSavedView, listSavedViews, saveView } from './saved-views.ts'
export type { SavedView } from './tables.ts'
