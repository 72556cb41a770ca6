import { ActionIcon, Stack, Switch, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DeniedClaimant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { DetailTable } from '#web/components/detail-table.tsx'
import { Form } from '#web/components/form.tsx'
import { Page, Panel } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/status-views.tsx'
import { toast, toastError, toastUndo } from '#web/components/toast.tsx'
import { t } from '#web/i18n/settings.ts'

/** Rules for claims from all one-links of the account. */
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
  const { data, error, refetch } = useQuery({
    queryKey: ['claim-rules'],
    queryFn: () => api.get('/claim-rules'),
  })
  const save = useMutation({
    mutationFn: (require_confirmation: boolean) =>
      api.patch('/claim-rules', { require_confirmation }),
    onSuccess: async () => {
      await refetch()
      toast(t('Saved.'))
    },
    onError: toastError,
  })
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
  const { data, error, refetch } = useQuery({
    queryKey: ['denied-claimants'],
    queryFn: () => api.get('/claim-rules/denied'),
  })
  const remove = useMutation({
    mutationFn: ({ id }: DeniedClaimant) => api.delete(`/claim-rules/denied/${id}`),
    onSuccess: async (_, { entry }) => {
      await refetch()
      toastUndo(t('{entry} removed from the deny list.', { entry }), () => {
        void api
          .post('/claim-rules/denied', { entries: [entry] })
          .then(() => refetch())
          .catch(toastError)
      })
    },
    onError: toastError,
  })
  return (
    <Panel
      title={t('Deny list')}
      about={t(
        'These addresses and domains can’t claim from any one-link. Variants of one mailbox, such as ada+gift@example.com, count as one. Gifts that are already claimed are not affected.',
      )}
    >
      <Stack>
        <NewEntriesForm key={data?.data.length} reload={() => void refetch()} />
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

const NewEntriesForm = ({ reload }: { reload: () => void }) => (
  <Form
    initial={{ entries: '' }}
    onSubmit={({ entries }) => api.post('/claim-rules/denied', { entries: splitEntries(entries) })}
    onDone={({ added }) => {
      toast(summarizeAdded(added))
      reload()
    }}
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

const DenyList = ({
  entries,
  remove,
  isBusy,
}: {
  entries: readonly DeniedClaimant[]
  remove: (entry: DeniedClaimant) => void
  isBusy: boolean
}) => (
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
