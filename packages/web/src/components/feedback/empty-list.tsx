import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/common.ts'
import { type GuideName, guides } from './guides.ts'
import { EmptyState } from './status-views.tsx'

/**
 * The content of an empty list or panel: a sentence that explains its use, an action, and a link to the
 * documentation.
 */
export const EmptyList = ({
  guide,
  action,
  ...rest
}: {
  title: string
  children: ReactNode
  guide: GuideName
  action?: ReactNode
}) => (
  <EmptyState
    {...rest}
    action={
      <>
        {action}
        <GuideLink guide={guide} />
      </>
    }
  />
)

/** The sentence in a small panel without content. */
export const EmptyPanel = ({ guide, children }: { guide: GuideName; children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children} <GuideLink guide={guide} />
  </Text>
)

/** A link to a page of the documentation. */
export const GuideLink = ({ guide }: { guide: GuideName }) => {
  const { path, heading } = guides[guide]
  return (
    <Anchor size="sm" href={`/docs/${path}`} display="inline-block" underline="always">
      {t('Guide: {title}', { title: heading })}
    </Anchor>
  )
}
