/**
 * The pages of occasions. They load together, because each separate part costs the first page of the web app a
 * part of its budget.
 */
export { EditOccasionPage, NewOccasionPage } from './edit-occasion-page.tsx'
export { OccasionPage } from './occasion-page.tsx'
export { OccasionsPage } from './occasions-page.tsx'
