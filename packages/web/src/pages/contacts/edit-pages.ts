/**
 * The pages that change contacts and groups. They load together, because each separate part costs the first
 * page of the web app a part of its budget.
 */
export { ContactGroupsPage } from './contact-groups-page.tsx'
export { ContactPage } from './contact-page.tsx'
export { DoublesPage } from './doubles-page.tsx'
export { EditContactPage, NewContactPage } from './edit-contact-page.tsx'
export { ImportContactsPage } from './import-contacts-page.tsx'
