import { Counter, type Registry } from 'prom-client'
import type { TextCounts } from '#email'

const counters: Readonly<Record<keyof TextCounts, string>> = {
  sent: 'Text messages that this process gave to the provider, since its start.',
  refused:
    'Text messages that this process did not send since its start: the country, the number or the account had reached a limit.',
}

/** Adds the metrics of text messages, which cost the operator money. */
export function watchTexts(counts: TextCounts, registry: Registry): void {
  for (const [name, help] of Object.entries(counters))
    new Counter({
      name: `bestow_text_messages_${name}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(counts[name as keyof TextCounts])
      },
    })
}
