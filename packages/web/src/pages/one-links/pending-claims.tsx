import { Button, Checkbox, Group, Kbd, Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { OpenClaim } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { ResponsiveTable } from '#web/components/lists/responsive-table.tsx'
import { joinSentences } from '#web/i18n/format.ts'
import { Trans, t } from '#web/i18n/one-links.ts'

type Decision = 'approve' | 'reject'

interface PendingClaimsProps {
  id: string
  claims: readonly OpenClaim[]
}

/**
 * The claims that wait for approval. The user decides about each claim or about several at once. In the
 * table, the key `a` approves and the key `r` rejects the selected claims or the focused claim.
 */
export function PendingClaims({ id, claims }: PendingClaimsProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = claims.filter((claim) => selected.has(claim.id))
  const decide = useAction(
    ({ ids, decision }: { ids: string[]; decision: Decision }) =>
      decision === 'approve'
        ? api.post(`/one_links/${id}/claims/approve`, { ids })
        : api.post(`/one_links/${id}/claims/reject`, { ids }),
    ({ decided, skipped }, { decision }) => {
      setSelected(new Set())
      toast(summarize(decided, skipped, decision))
    },
  )
  const run = (ids: string[], decision: Decision) => {
    if (ids.length > 0 && !decide.isPending) decide.mutate({ ids, decision })
  }
  const toggle = (claim: string) => {
    const next = new Set(selected)
    if (!next.delete(claim)) next.add(claim)
    setSelected(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const decision = keyDecisions[event.key]
    if (decision === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (localStorage.getItem('bestow.single_keys') === 'false') return
    const focused = (event.target as HTMLElement).closest('tr')?.dataset.claim
    const ids = chosen.length > 0 ? chosen.map((claim) => claim.id) : focused ? [focused] : []
    event.preventDefault()
    run(ids, decision)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat the buttons in the table
    <div onKeyDown={onKeyDown}>
      <BulkActions
        claims={claims}
        chosen={chosen}
        isBusy={decide.isPending}
        selectAll={() =>
          setSelected(
            new Set(chosen.length === claims.length ? [] : claims.map((claim) => claim.id)),
          )
        }
        run={(decision) =>
          run(
            chosen.map((claim) => claim.id),
            decision,
          )
        }
      />
      <ResponsiveTable label={t('Claims that wait for approval')}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('Select')}</VisuallyHidden>
            </th>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Email')}</th>
            <th scope="col">{t('Since')}</th>
            <th scope="col">{t('Ends')}</th>
            <th scope="col">
              <VisuallyHidden>{t('Decision')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <PendingRow
              key={claim.id}
              claim={claim}
              isSelected={selected.has(claim.id)}
              isBusy={decide.isPending}
              toggle={() => toggle(claim.id)}
              run={(decision) => run([claim.id], decision)}
            />
          ))}
        </tbody>
      </ResponsiveTable>
    </div>
  )
}

const keyDecisions: Readonly<Record<string, Decision>> = { a: 'approve', r: 'reject' }

function summarize(decided: number, skipped: number, decision: Decision): string {
  const text =
    decision === 'approve'
      ? t('{count} claims approved.', { count: decided })
      : t('{count} claims rejected.', { count: decided })
  if (skipped === 0) return text
  const skippedText = t('{count} had already ended or been decided.', { count: skipped })
  return joinSentences([text, skippedText])
}

interface BulkActionsProps {
  claims: readonly OpenClaim[]
  chosen: readonly OpenClaim[]
  isBusy: boolean
  selectAll: () => void
  run: (decision: Decision) => void
}

function BulkActions({ claims, chosen, isBusy, selectAll, run }: BulkActionsProps) {
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <Group gap="sm">
        <Checkbox
          size="xs"
          label={
            chosen.length === 0 ? t('Select all') : t('{count} selected', { count: chosen.length })
          }
          checked={chosen.length === claims.length}
          indeterminate={chosen.length > 0 && chosen.length < claims.length}
          onChange={selectAll}
        />
        <Text size="xs" c="dimmed" visibleFrom="sm">
          <Trans
            text="{a} approves, {r} rejects"
            a={<Kbd size="xs">a</Kbd>}
            r={<Kbd size="xs">r</Kbd>}
          />
        </Text>
      </Group>
      <Group gap="xs">
        <Button
          size="xs"
          disabled={chosen.length === 0}
          loading={isBusy}
          aria-keyshortcuts="a"
          onClick={() => run('approve')}
        >
          {t('Approve')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={chosen.length === 0 || isBusy}
          aria-keyshortcuts="r"
          onClick={() => run('reject')}
        >
          {t('Reject')}
        </Button>
      </Group>
    </Group>
  )
}

interface PendingRowProps {
  claim: OpenClaim
  isSelected: boolean
  isBusy: boolean
  toggle: () => void
  run: (decision: Decision) => void
}

function PendingRow({ claim, isSelected, isBusy, toggle, run }: PendingRowProps) {
  const name = claim.name === '' ? claim.email : claim.name
  return (
    <tr data-claim={claim.id}>
      <td data-select>
        <Checkbox
          size="xs"
          aria-label={t('Select {name}', { name })}
          checked={isSelected}
          onChange={toggle}
        />
      </td>
      <td data-label={t('Name')} data-first>
        {name}
      </td>
      <td data-label={t('Email')} data-wide>
        {claim.email}
      </td>
      <td data-label={t('Since')}>
        <GiftTime at={claim.since} />
      </td>
      <td data-label={t('Ends')}>{claim.until === null ? '–' : <GiftTime at={claim.until} />}</td>
      <td className="decision">
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="light"
            disabled={isBusy}
            aria-label={t('Approve {name}', { name })}
            onClick={() => run('approve')}
          >
            {t('Approve')}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={isBusy}
            aria-label={t('Reject {name}', { name })}
            onClick={() => run('reject')}
          >
            {t('Reject')}
          </Button>
        </Group>
      </td>
    </tr>
  )
}
