import { Alert } from '@mantine/core'
import { t } from '#web/i18n/one-links.ts'
import type { OneLinkOfPage } from './one-link.ts'

const notices = {
  paused: {
    title: t('The campaign of this one-link is paused'),
    text: t('No new gifts can be claimed until the campaign is resumed. Claimed gifts continue.'),
  },
  ended: {
    title: t('The campaign of this one-link has ended'),
    text: t('No more gifts can be claimed with this link. Claimed gifts continue.'),
  },
} as const

/** Says why a one-link that is open gives no gifts to new visitors. */
export const ClosureNotice = ({ closure }: { closure: OneLinkOfPage['closure'] }) =>
  closure === null ? null : (
    <Alert color="gray" variant="light" title={notices[closure].title}>
      {notices[closure].text}
    </Alert>
  )
