import './thank-you-notes.css'
import { Group, Text } from '@mantine/core'
import type { ListedThankYouNote } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { CardList, Cards } from '#web/components/lists/card-list.tsx'
import type { Filter } from '#web/components/lists/filter-bar.tsx'
import { t } from '#web/i18n/recipients.ts'
import { reactionLabels } from '#web/pages/gifts/detail-labels.ts'
import { toFilterOptions, useGiftChoices } from '#web/pages/gifts/use-gift-choices.ts'

/**
 * The page with the thank-you notes of all recipients. It is a wall of cards that users can show to their
 * team.
 */
export function ThankYouNotesPage() {
  return (
    <Page
      title={t('Thank-you notes')}
      about={t('What recipients write about their gifts, newest first.')}
    >
      <CardList
        path="/thank-you-notes"
        filters={useFilterDefinitions()}
        renderPage={(notes) => (
          <Cards
            label={t('Thank-you notes')}
            rows={notes}
            minWidth="18rem"
            renderCard={(note) => <NoteCard note={note} />}
          />
        )}
        empty={
          <EmptyList
            guide="recipientPages"
            title={t('No thank-you notes yet')}
            action={
              <CanChange>
                <ButtonLink to="/send">{t('Send a gift')}</ButtonLink>
              </CanChange>
            }
          >
            {t(
              'After redeeming a gift, recipients can write a note on its page. The sender gets it by email, and your team can read it here.',
            )}
          </EmptyList>
        }
      />
    </Page>
  )
}

function useFilterDefinitions(): readonly Filter[] {
  const options = toFilterOptions(useGiftChoices()?.campaigns)
  return [{ name: 'campaign_id', label: t('Campaign'), options }]
}

const NoteCard = ({
  note: { id, reference, recipient, campaign, text, written_at, reaction },
}: {
  note: ListedThankYouNote
}) => (
  <figure className="panel note-card">
    <blockquote dir="auto">{text}</blockquote>
    <figcaption>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <PageLink to="/gift-requests/$id" params={{ id }} fw={600} miw={0} data-row>
          <bdi>{recipient.name || reference}</bdi>
        </PageLink>
        {reaction !== null && <ReactionSymbol reaction={reaction} />}
      </Group>
      <Text size="sm" c="dimmed">
        {campaign !== null && `${campaign.name} · `}
        <GiftTime at={written_at} />
      </Text>
    </figcaption>
  </figure>
)

/** The symbol of a reaction. Screen readers and the tooltip have its label. */
function ReactionSymbol({ reaction }: { reaction: NonNullable<ListedThankYouNote['reaction']> }) {
  const [emoji, label] = reactionLabels[reaction]
  return (
    <span role="img" aria-label={label} title={label}>
      {emoji}
    </span>
  )
}
