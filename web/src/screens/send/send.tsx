import './send.css'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFilters } from '#web/blocks/filters.ts'
import { Page } from '#web/blocks/page.tsx'
import { PageSkeleton } from '#web/blocks/states.tsx'
import { toast } from '#web/blocks/toast.tsx'
import { hasContent } from './draft.ts'
import { Message } from './message.tsx'
import { Preview } from './preview.tsx'
import { Review } from './review.tsx'
import { useChoices, useDraft } from './use-draft.ts'
import { What } from './what.tsx'
import { When } from './when.tsx'
import { Who } from './who.tsx'

/** From a person to a gift on its way: all on one page, with what they will see beside it. */
export function Send() {
  const { filters } = useFilters()
  const { draft, change, keepNow, startOver, isRecalled } = useDraft(filters.campaign_id)
  const choices = useChoices()
  const [isDismissed, setDismissed] = useState(false)
  if (draft === undefined || choices === undefined) return <PageSkeleton />
  const isUnderWay = draft.began_at !== null
  return (
    <Page
      title="Send a gift"
      about="To one person or to a whole list. Nothing goes out before you have seen what it comes to."
      action={
        hasContent(draft) && (
          <Button
            variant="default"
            onClick={() => {
              startOver()
              toast('A fresh start.')
            }}
          >
            {isUnderWay ? 'Send something else' : 'Start over'}
          </Button>
        )
      }
    >
      {isRecalled && !isDismissed && !isUnderWay && (
        <Group className="panel" p="sm" px="md" justify="space-between" role="status">
          <Text size="sm">This is where you left off. Drafts stay in this browser.</Text>
          <Button size="compact-sm" variant="subtle" onClick={() => setDismissed(true)}>
            Good
          </Button>
        </Group>
      )}
      <div className="previewed">
        <Stack gap="lg" style={{ minWidth: 0 }}>
          {!isUnderWay && (
            <>
              <Step number={1} title="Who gets it">
                <Who draft={draft} change={change} choices={choices} />
              </Step>
              <Step number={2} title="What they get">
                <What draft={draft} change={change} choices={choices} />
              </Step>
              <Step number={3} title="Your message">
                <Message draft={draft} change={change} choices={choices} />
              </Step>
              <Step number={4} title="When">
                <When draft={draft} change={change} choices={choices} />
              </Step>
            </>
          )}
          <Step number={5} title="Review and send">
            <Review draft={draft} change={change} choices={choices} keepNow={keepNow} />
          </Step>
        </Stack>
        <Preview draft={draft} choices={choices} />
      </div>
    </Page>
  )
}

const Step = ({
  number,
  title,
  children,
}: {
  number: number
  title: string
  children: ReactNode
}) => (
  <Box component="section" className="panel" p={{ base: 'md', sm: 'lg' }} aria-label={title}>
    <Group gap="sm" mb="md" wrap="nowrap">
      <span className="step" aria-hidden>
        {number}
      </span>
      <Title order={2} size="h4">
        {title}
      </Title>
    </Group>
    {children}
  </Box>
)
