import { html } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { smallGift } from './illustrations.ts'
import type { Page } from './layout.ts'

/**
 * Renders the page behind the link of an email. Opening the page changes nothing. Only the button stops the
 * reminders.
 */
export const remindersPage = ({ t, language }: Localizer, sender: string, path: string): Page => ({
  title: t('title.reminders'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1>${t('reminders.heading')}</h1>
<p class="lead">${t('reminders.lead', { sender })}</p>
<form method="post" action="${path}?lang=${language}" id="reminders"><p class="bar"><button class="main">${t('reminders.go')}</button></p></form>`,
})

export const remindersStoppedPage = ({ t }: Localizer, sender: string): Page => ({
  title: t('title.reminders'),
  bodyClass: 'narrow',
  main: html`${smallGift}<h1 role="status">${t('reminders.doneHeading')}</h1><p class="lead">${t('reminders.doneLead', { sender })}</p>`,
})
