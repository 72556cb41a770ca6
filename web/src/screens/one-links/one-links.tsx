import { Button, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Copy } from '#web/blocks/copy.tsx'
import { type Column, DataList } from '#web/blocks/data-list.tsx'
import { useFilters } from '#web/blocks/filters.ts'
import { GiftMoment } from '#web/blocks/moment.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { NewOneLink } from './new-one-link.tsx'
import type { OneLink } from './one-link.ts'
import { Claims, LinkState } from './parts.tsx'

/** Links for many: on a poster, in a newsletter, at a stand. */
export function OneLinks() {
  const { filters, set } = useFilters()
  const navigate = useNavigate()
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => set({ new: 'true' })}>
      New one-link
    </Button>
  )
  return (
    <Page
      title="One-links"
      about="One link or QR code for many people. Whoever comes claims a gift, until all are claimed."
      action={add}
    >
      <DataList<OneLink>
        label="One-links"
        path="/one-links"
        topic="one_links"
        columns={columns}
        to={({ id }) => `/one-links/${id}`}
        actions={({ url }) => <Copy value={url} label="Copy the link" />}
        empty={
          <EmptyState title="No one-links yet" action={add}>
            For a conference or a newsletter, when you do not know yet who will come.
          </EmptyState>
        }
      />
      <Modal
        opened={filters.new !== undefined}
        onClose={() => set({ new: undefined })}
        title="New one-link"
      >
        <NewOneLink
          campaign={filters.new === 'true' ? null : (filters.new ?? null)}
          done={({ id }) => void navigate({ to: '/one-links/$id', params: { id } })}
        />
      </Modal>
    </Page>
  )
}

const columns: readonly Column<OneLink>[] = [
  { head: 'Campaign', cell: ({ campaign }) => campaign.name },
  { head: 'State', cell: (link) => <LinkState link={link} /> },
  { head: 'Claimed', cell: (link) => <Claims link={link} /> },
  {
    head: 'Only for',
    cell: ({ allowed_email_domains }) =>
      allowed_email_domains.length === 0 ? 'everybody' : allowed_email_domains.join(', '),
  },
  { head: 'Until', cell: ({ expires_at }) => <GiftMoment at={expires_at} /> },
  { head: 'Made', wide: true, cell: ({ created_at }) => <GiftMoment at={created_at} /> },
]
