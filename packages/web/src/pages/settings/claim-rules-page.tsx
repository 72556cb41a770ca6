import { ActionIcon, Stack, Switch, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { DeniedClaimant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

/** The page with the rules for claims from all one-links of the account. */
export const ClaimRulesPage = () => (
  <Page
    title={t('One-link claims')}
    about={t('Rules for all one-links. Each one-link also has rules of its own.')}
  >
    <DefaultPanel />
    <DenyListPanel />
  </Page>
)

function DefaultPanel() {
  const { data, error, refetch } = useRead('/claim_rules')
  const save = useAction(
    (require_confirmation: boolean) => api.patch('/claim_rules', { require_confirmation }),
    () => toast(t('Saved.')),
  )
  return (
    <Panel
      title={t('New one-links')}
      about={t('Also applies to one-links created through the API.')}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <Switch
          label={t('Confirm claims by email')}
          description={t(
            'Recommended. Without it, invented addresses can take all gifts of a one-link.',
          )}
          checked={data.require_confirmation}
          disabled={save.isPending}
          onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
        />
      )}
    </Panel>
  )
}

function DenyListPanel() {
  const { data, error, refetch } = useRead('/denied_claimants')
  const remove = useAction(
    ({ id }: DeniedClaimant) => api.delete(`/denied_claimants/${id}`),
    (_, { entry }) =>
      toastUndo(t('{entry} removed from the deny list.', { entry }), () =>
        api.post('/denied_claimants', { entries: [entry] }),
      ),
  )
  return (
    <Panel
      title={t('Deny list')}
      about={t(
        'These addresses and domains can’t claim from any one-link. Variants of one mailbox, such as ada+gift@example.com, count as one. Gifts that are already claimed are not affected.',
      )}
    >
      <Stack>
        <NewEntriesForm key={data?.data.length} />
        {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <RowsSkeleton rows={2} />}
        {data?.data.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('The list is empty.')}
          </Text>
        )}
        {data !== undefined && data.data.length > 0 && (
          <DenyList
            entries={data.data}
            remove={(entry) => remove.mutate(entry)}
            isBusy={remove.isPending}
          />
        )}
      </Stack>
    </Panel>
  )
}

const NewEntriesForm = () => (
  <Form
    initial={{ entries: '' }}
    onSubmit={({ entries }) => api.post('/denied_claimants', { entries: splitEntries(entries) })}
    onDone={({ added }) => toast(summarizeAdded(added))}
    submitLabel={t('Add to the deny list')}
  >
    {(form) => (
      <Textarea
        label={t('Addresses and domains')}
        description={t('One per line, for example ada@example.com or example.com')}
        autosize
        minRows={2}
        maxRows={8}
        maw={480}
        {...form.getInputProps('entries')}
        error={
          form.errors.entries ??
          Object.entries(form.errors).find(([name]) => name.startsWith('entries.'))?.[1]
        }
      />
    )}
  </Form>
)

function summarizeAdded(added: number): string {
  if (added === 0) return t('These entries were already on the list.')
  return t('{count} entries added.', { count: added })
}

const splitEntries = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

interface DenyListProps {
  entries: readonly DeniedClaimant[]
  remove: (entry: DeniedClaimant) => void
  isBusy: boolean
}

const DenyList = ({ entries, remove, isBusy }: DenyListProps) => (
  <DetailTable
    label={t('Deny list')}
    rows={entries}
    rowKey={({ id }) => id}
    columns={[
      { header: t('Entry'), cell: ({ entry }) => entry },
      { header: t('Kind'), cell: ({ kind }) => (kind === 'domain' ? t('Domain') : t('Address')) },
      { header: t('Added'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    ]}
    actions={(denied) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={isBusy}
        aria-label={t('Remove {entry}', { entry: denied.entry })}
        onClick={() => remove(denied)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  />
)
