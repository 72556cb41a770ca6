import { t } from '#web/i18n/common.ts'
import './row-preview.css'
import { ActionIcon, CloseButton, Group, Kbd, Text, Title } from '@mantine/core'
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { announce } from '#web/components/feedback/announcer.tsx'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'

interface Previewable {
  id: string
}

/** Returns the row that the side panel shows, and functions that change it. */
export function useRowPreview<Row extends Previewable>(
  rows: readonly Row[],
  getLabel: (row: Row) => string,
) {
  const [id, setId] = useState<string>()
  const row = rows.find((each) => each.id === id)
  const latest = useRef({ rows, getLabel, row, id })
  useEffect(() => {
    latest.current = { rows, getLabel, row, id }
  })
  const show = useCallback((next: string) => {
    const { current } = latest
    const found = current.rows.find((each) => each.id === next)
    if (found === undefined || next === current.id) return
    announce(t('Preview of {label}', { label: current.getLabel(found) }))
    setId(next)
  }, [])
  return {
    row,
    close: useCallback(() => setId(undefined), []),
    toggle: useCallback(
      (next: string) => (next === latest.current.id ? setId(undefined) : show(next)),
      [show],
    ),
    /** Shows another row in the panel, but only if the panel is open. */
    follow: useCallback(
      (next: string) => {
        if (latest.current.row !== undefined) show(next)
      },
      [show],
    ),
  }
}

export const PreviewButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={t('Preview {label}', { label })}
    title={t('Preview (space)')}
    onClick={onClick}
  >
    <IconLayoutSidebarRightExpand size={18} aria-hidden />
  </ActionIcon>
)

interface RowPreviewProps {
  label: string
  to: string
  close: () => void
  children: ReactNode
}

/**
 * A side panel with the details of a row. The list beside the panel stays usable: the keys j and k show the
 * details of the focused row.
 */
export function RowPreview({ label, to, close, children }: RowPreviewProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])
  return (
    <aside className="row-preview" aria-label={t('Preview of {label}', { label })}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <Title order={2} size="h4">
          {label}
        </Title>
        <CloseButton aria-label={t('Close preview')} onClick={close} />
      </Group>
      <Group justify="space-between" mb="md">
        <ButtonLink to={to} size="xs" variant="default">
          {t('Open page')}
        </ButtonLink>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> {t('next and previous row')}
        </Text>
      </Group>
      <Suspense fallback={<RowsSkeleton />}>{children}</Suspense>
    </aside>
  )
}
