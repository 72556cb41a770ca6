import { Button, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { OneLink } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Column, DataList } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { t } from '#web/i18n/one-links.ts'
import { usePermission } from '#web/session.ts'
import { NewOneLinkForm } from './new-one-link-form.tsx'
import { oneLinkName } from './one-link.ts'
import { ClaimsBar, OneLinkStateBadge } from './one-link-status.tsx'

/**
 * The page with all one-links. A one-link is a shared link on a poster, in a newsletter or at a conference.
 */
export function OneLinksPage() {
  const { filters, set } = useUrlFilters()
  const navigate = useNavigate()
  const canChange = usePermission('one_links:write')
  const addButton = canChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => set({ new: 'true' })}>
      {t('New one-link')}
    </Button>
  )
  return (
    <Page
      title={t('One-links')}
      about={t(
        'One link or QR code for many people. Anyone with it can claim one gift until none are left.',
      )}
      action={addButton}
    >
      <DataList
        label={t('One-links')}
        path="/one_links"
        topic="one_links"
        columns={columns}
        to={({ id }) => `/one-links/${id}`}
        actions={({ url }) => canChange && <CopyIconButton value={url} label={t('Copy link')} />}
        empty={
          <EmptyList guide="claims" title={t('No one-links yet')} action={addButton}>
            {t('For a conference or a newsletter, when you don’t know the recipients yet.')}
          </EmptyList>
        }
      />
      <Modal
        opened={filters.new !== undefined}
        onClose={() => set({ new: undefined })}
        title={t('New one-link')}
        size="lg"
      >
        <NewOneLinkForm
          campaignId={filters.new === 'true' ? null : (filters.new ?? null)}
          onDone={({ id }) => void navigate({ to: '/one-links/$id', params: { id } })}
        />
      </Modal>
    </Page>
  )
}

const columns: readonly Column<OneLink>[] = [
  { header: t('Name'), cell: (link) => oneLinkName(link) },
  { header: t('Campaign'), cell: ({ campaign }) => campaign.name },
  { header: t('Status'), cell: (link) => <OneLinkStateBadge link={link} /> },
  { header: t('Claimed'), cell: (link) => <ClaimsBar link={link} /> },
  {
    header: t('Allowed domains'),
    cell: ({ allowed_email_domains }) =>
      allowed_email_domains.length === 0 ? t('Anyone') : allowed_email_domains.join(', '),
  },
  { header: t('Expires'), cell: ({ expires_at }) => <GiftTime at={expires_at} /> },
  {
    header: t('Created'),
    isDesktopOnly: true,
    cell: ({ created_at }) => <GiftTime at={created_at} />,
  },
]
