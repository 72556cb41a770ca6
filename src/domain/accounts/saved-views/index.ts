/**
 * Saved views: the filters of a list under a name, each for the person who saved it.
 */
export { deleteSavedView, listSavedViews, type SavedView, saveView } from './saved-views.ts'
