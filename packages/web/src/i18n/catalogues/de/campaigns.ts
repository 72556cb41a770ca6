import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'Add an item to see a preview.': 'Fügen Sie einen Artikel hinzu, um eine Vorschau zu sehen.',
  'Choose a colour to see a preview.': 'Wählen Sie eine Farbe, um eine Vorschau zu sehen.',
  'Enter the days until the gift expires to see a preview.':
    'Geben Sie die Tage bis zum Ablauf ein, um eine Vorschau zu sehen.',
  '{fields} become the recipient’s name, here and in the text.':
    '{fields} werden hier und im Text durch den Namen des Empfängers ersetzt.',
  'Archived|campaign': 'Archiviert',
  'Created|campaign': 'Erstellt',
  'Updated|campaign': 'Geändert',
  'From|time': 'Von',
  '“{name}” is archived. Gifts already sent continue.':
    '„{name}“ ist archiviert. Bereits gesendete Geschenke laufen weiter.',
  '“{name}” saved.': '„{name}“ gespeichert.',
  '{count} days': { one: '{count} Tag', other: '{count} Tagen' },
  '{count} items': { one: '{count} Artikel', other: '{count} Artikel' },
  '{count} more': '{count} weitere',
  '{name} (copy)': '{name} (Kopie)',
  '0 in stock in every warehouse': 'In allen Lagern 0 auf Lager',
  'A campaign defines the items recipients can choose from, the design and the messages.':
    'Eine Kampagne legt fest, aus welchen Artikeln Empfänger wählen, und bestimmt Gestaltung und Nachrichten.',
  Aa: 'Aa',
  'Add {item}': '{item} hinzufügen',
  'Add a charity or a digital product to the catalogue to replace unclaimed gifts.':
    'Fügen Sie dem Katalog eine Organisation oder ein digitales Produkt hinzu, um nicht eingelöste Geschenke zu ersetzen.',
  'Add items': 'Artikel hinzufügen',
  'Add at least one item.': 'Fügen Sie mindestens einen Artikel hinzu.',
  'Also for gifts that are already sent. A digital item is emailed to recipients who have not declined.':
    'Auch für bereits versendete Geschenke. Einen digitalen Artikel erhalten Empfänger per E-Mail, wenn sie nicht abgelehnt haben.',
  'An archived item': 'Ein archivierter Artikel',
  'Archived: no longer offered to new recipients':
    'Archiviert: wird neuen Empfängern nicht mehr angeboten',
  'archived: not offered to new recipients': 'archiviert: wird neuen Empfängern nicht angeboten',
  arrived: 'angekommen',
  'Same as the account': 'Wie das Konto',
  'At most': 'Höchstens',
  'Become a donation: {item}': 'Werden gespendet: {item}',
  'By email': 'Per E-Mail',
  'By personal link': 'Per persönlichem Link',
  'Campaign copied. Give the copy a name.': 'Kampagne kopiert. Geben Sie der Kopie einen Namen.',
  Cheapest: 'Günstigster',
  Choose: 'Auswählen',
  'Choose for each parcel': 'Für jedes Paket auswählen',
  'Choose the one you like best.': 'Wählen Sie, was Ihnen am besten gefällt.',
  'chosen and confirmed': 'ausgewählt und bestätigt',
  'Comes with your message, on every page of the gift.':
    'Erscheint mit Ihrer Nachricht auf jeder Seite des Geschenks.',
  Cream: 'Creme',
  'Create campaign': 'Kampagne erstellen',
  'Create your first campaign': 'Erste Kampagne erstellen',
  'day {day}': 'Tag {day}',
  'Days after the invitation': 'Tage nach der Einladung',
  'Days before expiry': 'Tage vor dem Ablauf',
  delivered: 'zugestellt',
  Donate: 'Spenden',
  Dots: 'Punkte',
  Duplicate: 'Duplizieren',
  'Each recipient can': 'Jeder Empfänger kann',
  'Each recipient gets an email with a personal link.':
    'Jeder Empfänger bekommt eine E-Mail mit einem persönlichen Link.',
  'Email schedule': 'Zeitplan der E-Mails',
  'Expires after': 'Läuft ab nach',
  'Expires after (days)': 'Läuft ab nach (Tage)',
  'Fastest up to a limit': 'Schnellster bis zu einem Höchstpreis',
  Find: 'Suchen',
  'For example #7a2459': 'Zum Beispiel #7a2459',
  'Gift offers with their items, design and messages.':
    'Geschenkangebote mit Artikeln, Gestaltung und Nachrichten.',
  'Gifts with a message of their own keep that message.':
    'Geschenke mit eigener Nachricht behalten diese.',
  Gold: 'Gold',
  Green: 'Grün',
  Headline: 'Überschrift',
  'How people are invited': 'Art der Einladung',
  'If every rate costs more, the parcel waits and needs your attention.':
    'Sind alle Tarife teurer, wartet das Paket und es besteht Handlungsbedarf.',
  'In the colour of the campaign': 'In der Farbe der Kampagne',
  Invitations: 'Einladungen',
  'Language of the preview': 'Sprache der Vorschau',
  'Maximum number of items': 'Höchstzahl der Artikel',
  'No campaigns yet': 'Noch keine Kampagnen',
  'No items match.': 'Keine passenden Artikel.',
  'No items yet. Add items below.': 'Noch keine Artikel. Fügen Sie unten welche hinzu.',
  'No new gifts can be sent from it. Gifts already sent continue.':
    'Es können keine neuen Geschenke gesendet werden. Bereits gesendete laufen weiter.',
  'No other items.': 'Keine weiteren Artikel.',
  'No reminders from {from} to {to}. Reminders due then are sent at {to}.':
    'Keine Erinnerungen von {from} bis {to}. Dann fällige Erinnerungen werden um {to} gesendet.',
  none: 'keine',
  'Nothing happens': 'Nichts weiter',
  'One shared link or QR code. Each visitor can claim one gift.':
    'Ein gemeinsamer Link oder QR-Code. Jeder Besucher kann ein Geschenk anfordern.',
  'Only your team sees this.': 'Nur für Ihr Team sichtbar.',
  opened: 'geöffnet',
  Performance: 'Ergebnisse',
  'Pick a colour': 'Farbe auswählen',
  Plain: 'Einfarbig',
  'Quiet hours without reminders': 'Ruhezeiten ohne Erinnerungen',
  'Recipients can change the language on their page.':
    'Empfänger können die Sprache auf ihrer Seite ändern.',
  'Recipients can choose fewer. Each item is from a different product.':
    'Empfänger können weniger wählen. Jeder Artikel ist aus einem anderen Produkt.',
  'Recipients choose one.': 'Empfänger wählen einen Artikel.',
  'Recipients choose up to {count}.': 'Empfänger wählen bis zu {count} Artikel.',
  'Recipients get one of each product.': 'Empfänger bekommen jedes Produkt einmal.',
  'Recipients read these texts if they use the language. A text that is missing appears in the language of the campaign.':
    'Empfänger lesen diese Texte, wenn sie die Sprache verwenden. Fehlt ein Text, erscheint er in der Sprache der Kampagne.',
  'Recipients see them in this order.': 'Empfänger sehen sie in dieser Reihenfolge.',
  Red: 'Rot',
  redeemed: 'eingelöst',
  Reminders: 'Erinnerungen',
  'Reminders are sent at any time of day.': 'Erinnerungen werden zu jeder Tageszeit gesendet.',
  'Upload a logo': 'Logo hochladen',
  'Replaced by {item}': 'Ersetzt durch {item}',
  'Replaced if it is hard to see': 'Wird ersetzt, wenn es schlecht zu sehen ist',
  Ribbon: 'Band',
  'Send another gift': 'Ein anderes Geschenk senden',
  sent: 'gesendet',
  'Sent from': 'Gesendet von',
  'Sent to recipients who haven’t redeemed yet.':
    'Für Empfänger, die ihr Geschenk noch nicht eingelöst haben.',
  'Show items before opening': 'Artikel vor dem Öffnen zeigen',
  'Show the items before the gift is opened': 'Artikel schon vor dem Öffnen des Geschenks zeigen',
  Stars: 'Sterne',
  Stripes: 'Streifen',
  Subheading: 'Untertitel',
  Text: 'Text',
  'The label is bought as soon as the gift is redeemed.':
    'Das Versandetikett wird gekauft, sobald das Geschenk eingelöst ist.',
  'The packer compares the rates and buys one.':
    'Der Packer vergleicht die Tarife und kauft einen.',
  'This campaign is archived': 'Diese Kampagne ist archiviert',
  'Time zone': 'Zeitzone',
  Translations: 'Übersetzungen',
  'Type a number and press Enter': 'Zahl eingeben und Enter drücken',
  'Unclaimed gifts': 'Nicht eingelöste Geschenke',
  Until: 'Bis',
  'Used for dates and quiet hours.': 'Für Datumsangaben und Ruhezeiten.',
  'Used in the invitation email and on the recipient’s page.':
    'Für die Einladungs-E-Mail und die Seite des Empfängers.',
  'View all': 'Alle ansehen',
  'We have a gift for you': 'Wir haben ein Geschenk für Sie',
  'We’d like to say thank you. Choose the gift you like best, and we’ll ship it within a few days.':
    'Wir möchten uns bedanken. Suchen Sie sich das Geschenk aus, das Ihnen am besten gefällt. Wir senden es Ihnen in wenigen Tagen zu.',
  'When a gift expires unclaimed': 'Wenn ein Geschenk uneingelöst abläuft',
  'Which rate of the carrier is bought for a parcel.':
    'Welcher Tarif des Paketdienstes für ein Paket gekauft wird.',
  White: 'Weiß',
  'Wrapping paper': 'Geschenkpapier',
  'You can change everything later except how people are invited.':
    'Bis auf die Art der Einladung können Sie später alles ändern.',
  'You choose the items and the address. Recipients choose nothing.':
    'Sie wählen Artikel und Adresse. Empfänger wählen nichts.',
  'You get a link for each recipient and share it yourself.':
    'Sie bekommen für jeden Empfänger einen Link und geben ihn selbst weiter.',
  'View spend': 'Ausgaben ansehen',
  '{used} of {budget}': '{used} von {budget}',
  '{percent} of the budget': '{percent} des Budgets',
  '{amount} over budget.': '{amount} über dem Budget.',
  '{amount} left.': 'Noch {amount} verfügbar.',
  'Open gifts count at the highest price they can cost, without shipping.':
    'Offene Geschenke zählen mit ihren höchstmöglichen Kosten, ohne Versand.',
  'New gifts that could exceed it are rejected.':
    'Neue Geschenke, die es überschreiten könnten, werden abgelehnt.',
  'New gifts can still be sent.': 'Neue Geschenke sind trotzdem möglich.',
  'The budget is used up': 'Das Budget ist aufgebraucht',
  '{percent} of the budget is used': '{percent} des Budgets sind verbraucht',
  'Raise the budget, or archive the campaign.':
    'Erhöhen Sie das Budget, oder archivieren Sie die Kampagne.',
  'Cost centre (optional)': 'Kostenstelle (optional)',
  'New gifts are charged to it.': 'Neue Geschenke werden ihr zugeordnet.',
  'This campaign has a budget': 'Diese Kampagne hat ein Budget',
  'Stop new gifts that could exceed the budget':
    'Neue Geschenke ablehnen, die das Budget überschreiten könnten',
  'Each gift reserves the most that it can cost, without shipping. Gifts that are already sent continue.':
    'Jedes Geschenk reserviert seine höchstmöglichen Kosten, ohne Versand. Bereits versendete Geschenke laufen weiter.',
} satisfies Catalogue
