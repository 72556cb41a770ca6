import { Button, Group, Stack, Text } from '@mantine/core'
import type { OccasionExplanation } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/contacts.ts'
import { formatDate } from '#web/i18n/format.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

/** What each rule of occasions does for a contact, and why. Absent without rules. */
export function OccasionsOfContact({ id }: { id: string }) {
  const canChange = usePermission('contacts:write')
  const canSend = usePermission('gift_requests:write') && canChange
  const { data } = useRead(`/contacts/${id}/occasions`, undefined, { enabled: canSend })
  const answers = data?.data ?? []
  if (!canSend || answers.length === 0) return null
  return (
    <Panel title={t('Occasions')} about={t('What the rules do for this person, and why.')}>
      <Stack gap="sm">
        {answers.map((answer) => (
          <Answer
            key={`${answer.rule_id} ${answer.day} ${answer.reason}`}
            contact_id={id}
            answer={answer}
          />
        ))}
      </Stack>
    </Panel>
  )
}

interface AnswerProps {
  contact_id: string
  answer: OccasionExplanation
}

const Answer = ({ contact_id, answer }: AnswerProps) => (
  <Stack gap={2}>
    <PageLink size="sm" to="/occasions/$id" params={{ id: answer.rule_id }}>
      {answer.day === null ? answer.rule_name : `${answer.rule_name} · ${toDay(answer.day)}`}
    </PageLink>
    <Text size="sm">{explain(answer)}</Text>
    <Group gap="xs">
      {answer.gift_request_id !== null && (
        <PageLink size="sm" to="/gift-requests/$id" params={{ id: answer.gift_request_id }}>
          {t('Show gift')}
        </PageLink>
      )}
      {answer.gift_request_id === null && answer.bulk_send_id !== null && (
        <PageLink size="sm" to="/sends/$id" params={{ id: answer.bulk_send_id }}>
          {t('Show send')}
        </PageLink>
      )}
      <Decision contact_id={contact_id} answer={answer} />
    </Group>
  </Stack>
)

/** Leaves the person out once, or takes that back. */
function Decision({ contact_id, answer: { rule_id, year, reason } }: AnswerProps) {
  const decide = useAction(
    (verb: 'skips' | 'allowed') =>
      api.post(`/occasions/${rule_id}/${verb}`, { contact_id, year: year ?? 0 }),
    () => toast(t('Saved.')),
  )
  const verb =
    reason === 'planned' || reason === 'off'
      ? 'skips'
      : reason === 'skipped' || reason === 'failed' || reason === 'cancelled'
        ? 'allowed'
        : undefined
  if (verb === undefined || year === null) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={decide.isPending}
      onClick={() => decide.mutate(verb)}
    >
      {verb === 'skips' ? t('Leave out this time') : t('Send after all')}
    </Button>
  )
}

const toDay = (day: string): string =>
  formatDate(new Date(`${day}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })

const toTime = (at: string | null): string =>
  at === null ? '' : formatDate(at, { dateStyle: 'medium' })

type Sentence = (answer: OccasionExplanation) => string

/** Uses a fact if there is one. */
const withFact =
  (sentence: (fact: string) => string, without: string): Sentence =>
  ({ fact }) =>
    fact === null || fact === '' ? without : sentence(fact)

/** What became of a gift that waited while the person left. */
const departures: Readonly<Record<string, string>> = {
  after_last_day: t('Cancelled before it was sent: the day is after the last day of work.'),
  do_not_gift: t('Cancelled before it was sent: the contact gets no gifts.'),
}

const sentences: Readonly<Record<string, Sentence>> = {
  planned: ({ send_at }) => t('Goes out on {date}.', { date: toTime(send_at) }),
  due: withFact(
    (fact) => t('Is due, but the rule sends nothing: {fact}', { fact }),
    t('Is due and goes out within the hour.'),
  ),
  sent: ({ send_at }) => t('Sent on {date}.', { date: toTime(send_at) }),
  submitted: ({ send_at }) =>
    t('Submitted for approval, to go out on {date}.', { date: toTime(send_at) }),
  approved: ({ send_at }) => t('Approved, to go out on {date}.', { date: toTime(send_at) }),
  rejected: withFact(
    (fact) => t('The send was rejected: {fact}', { fact }),
    t('The send was rejected.'),
  ),
  withdrawn: () => t('The send was withdrawn before it was approved.'),
  expired: () => t('The send was not approved in time.'),
  failed: withFact((fact) => t('The send refused it: {fact}', { fact }), t('The send refused it.')),
  skipped: withFact(
    (name) => t('{name} left the person out.', { name }),
    t('The person was left out.'),
  ),
  cancelled: ({ fact }) =>
    departures[fact ?? ''] ?? t('Cancelled before it was sent, because the person had left.'),
  given_before: ({ fact }) =>
    t('Got a gift of this rule less than half a year earlier or later, for {date}.', {
      date: fact === null ? '' : toDay(fact),
    }),
  off: ({ send_at }) => t('The rule is off. It would go out on {date}.', { date: toTime(send_at) }),
  switched_on_later: ({ fact }) =>
    t('The rule was switched on after the day, on {date}.', { date: toTime(fact) }),
  missed: ({ fact }) =>
    t('The day was over when the rule could send. The contact was added on {date}.', {
      date: toTime(fact),
    }),
  campaign_ended: ({ fact }) =>
    t('Gets nothing: the campaign ends before, on {date}.', { date: toTime(fact) }),
  no_day_soon: withFact(
    (date) => t('No day within a year: the contact has {date}.', { date }),
    t('No day within a year.'),
  ),
  do_not_gift: withFact((fact) => t('Gets no gifts: {fact}', { fact }), t('Gets no gifts.')),
  no_email: () => t('The contact has no email address.'),
  no_name: () => t('A gift needs a first and a last name.'),
  no_date: withFact(
    (field) => t('The field “{field}” has no day.', { field }),
    t('The day is not entered.'),
  ),
  other_group: withFact(
    (groups) => t('The rule is for other groups. The contact is in: {groups}.', { groups }),
    t('The rule is for groups, and the contact is in none.'),
  ),
  other_country: withFact(
    (country) => t('The rule is for other countries. The contact has {country}.', { country }),
    t('The rule is for countries, and the contact has none.'),
  ),
  other_department: withFact(
    (department) =>
      t('The rule is for other departments. The contact is in {department}.', { department }),
    t('The rule is for departments, and the contact has none.'),
  ),
  year_not_chosen: ({ fact }) =>
    t('The rule has no gift for anniversary {number}.', { number: fact ?? '' }),
  before_first_day: ({ fact }) =>
    t('The day is before the first day of work, {date}.', {
      date: fact === null ? '' : toDay(fact),
    }),
  after_last_day: ({ fact }) =>
    t('The day is after the last day of work, {date}.', { date: fact === null ? '' : toDay(fact) }),
}

const explain: Sentence = (answer) => sentences[answer.reason]?.(answer) ?? answer.reason
