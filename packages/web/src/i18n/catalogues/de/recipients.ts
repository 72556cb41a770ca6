import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'The person’s data was erased from {count} gifts.': {
    one: 'Die Daten der Person wurden aus {count} Geschenk gelöscht.',
    other: 'Die Daten der Person wurden aus {count} Geschenken gelöscht.',
  },
  '{count} gifts that were not delivered were cancelled.': {
    one: '{count} noch nicht zugestelltes Geschenk wurde storniert.',
    other: '{count} noch nicht zugestellte Geschenke wurden storniert.',
  },
  'Declined|gifts': 'Abgelehnt',
  'Add note': 'Notiz hinzufügen',
  'Campaign emails are allowed again.': 'Kampagnen-E-Mails sind wieder erlaubt.',
  'Campaign emails are stopped.': 'Kampagnen-E-Mails sind gestoppt.',
  'Delete note': 'Notiz löschen',
  'Delete this note?': 'Diese Notiz löschen?',
  'For your team. Recipients see them only if they ask for their data.':
    'Für Ihr Team. Empfänger sehen sie nur, wenn sie ihre Daten anfordern.',
  'New note': 'Neue Notiz',
  'Note added.': 'Notiz hinzugefügt.',
  'Note deleted.': 'Notiz gelöscht.',
  Notes: 'Notizen',
  'Opted out of campaign emails': 'Von Kampagnen-E-Mails abgemeldet',
  'Recorded by {name}, {time}': 'Vermerkt von {name}, {time}',
  'Stops invitations and reminders': 'Stoppt Einladungen und Erinnerungen',
  'Such as allergies, a preferred address or who knows them':
    'Zum Beispiel Allergien, eine bevorzugte Adresse oder wer die Person kennt',
  'The service sends no invitations and no reminders to this address. Emails about a redeemed gift still go out. To give a gift, share its link yourself.':
    'An diese Adresse gehen weder Einladungen noch Erinnerungen. E-Mails zu einem eingelösten Geschenk werden weiterhin gesendet. Geben Sie den Link eines Geschenks selbst weiter.',
  'Wants no campaign emails': 'Möchte keine Kampagnen-E-Mails',
  '{count} notes': { one: '{count} Nachricht', other: '{count} Nachrichten' },
  '{name}, {time}': '{name}, {time}',
  '{time}, about {gift}': '{time}, zu {gift}',
  'A file with all stored data: gifts, addresses, emails, notes, and the webhook events sent about them.':
    'Eine Datei mit allen gespeicherten Daten: Geschenke, Adressen, E-Mails, Nachrichten, Notizen und die dazu gesendeten Webhook-Events.',
  'Allow all of {domain} again': 'Alle bei {domain} wieder erlauben',
  'Allow emails to {domain} again?': 'E-Mails an {domain} wieder erlauben?',
  'Addresses to which emails are allowed again: {count}':
    'Adressen, an die E-Mails wieder erlaubt sind: {count}',
  'Number of addresses at {domain} to which email bounced: {count}. Emails to all of them are sent again. Do this after the cause has ended, such as an outage of the mail server or a block list.':
    'Zahl der Adressen bei {domain}, an die E-Mails nicht zustellbar waren: {count}. An alle werden wieder E-Mails gesendet. Tun Sie das, wenn die Ursache behoben ist, etwa ein Ausfall des Mailservers oder eine Sperrliste.',
  'Allow emails again': 'E-Mails wieder erlauben',
  'Copy email address': 'E-Mail-Adresse kopieren',
  'Data request…': 'Datenanfrage …',
  declined: 'abgelehnt',
  Declined: 'Abgelehnt',
  'Declined a gift': 'Hat ein Geschenk abgelehnt',
  'Download export': 'Export herunterladen',
  'email bounced': 'E-Mail unzustellbar',
  'Email to this address bounces': 'E-Mails an diese Adresse sind unzustellbar',
  'Emails to this address are allowed again.': 'E-Mails an diese Adresse sind wieder erlaubt.',
  Erase: 'Löschen',
  'Erase permanently': 'Endgültig löschen',
  'Everyone you’ve sent a gift to.': 'Alle, denen Sie ein Geschenk gesendet haben.',
  Export: 'Export',
  'Export or erase a person’s data': 'Daten einer Person exportieren oder löschen',
  'Export or erase…': 'Exportieren oder löschen …',
  'First gift': 'Erstes Geschenk',
  'Last gift': 'Letztes Geschenk',
  'Name, email or domain': 'Name, E-Mail oder Domain',
  'No data is stored about this person.': 'Über diese Person sind keine Daten gespeichert.',
  'No more emails are sent to it. The gift link still works: share it in another way, or correct the address on the gift’s page.':
    'Es werden keine E-Mails mehr dorthin gesendet. Der Geschenklink funktioniert weiter: Teilen Sie ihn auf anderem Weg, oder korrigieren Sie die Adresse auf der Seite des Geschenks.',
  'No recipients yet': 'Noch keine Empfänger',
  'Recipients appear here, by email address, once you send them a gift.':
    'Empfänger erscheinen hier mit ihrer E-Mail-Adresse, sobald Sie ihnen ein Geschenk senden.',
  'Removes name, address, emails and notes from all gifts, and cancels gifts that haven’t shipped. <b>This can’t be undone.</b> Only IDs, states and counts remain.':
    'Entfernt Name, Adresse, E-Mails, Nachrichten und Notizen und storniert noch nicht versendete Geschenke. <b>Das lässt sich nicht rückgängig machen.</b> Nur IDs, Status und Zahlen bleiben erhalten.',
  'Thank-you note': 'Dankesnachricht',
  'Type the email address again': 'E-Mail-Adresse noch einmal eingeben',
  'View all {count}': 'Alle {count} ansehen',
  'Wrote a thank-you note': 'Hat sich bedankt',
  'What recipients write about their gifts, newest first.':
    'Was Empfänger zu ihren Geschenken schreiben, die neuesten Nachrichten zuerst.',
  'No thank-you notes yet': 'Noch keine Dankesnachrichten',
  'After redeeming a gift, recipients can write a note on its page. The sender gets it by email, and your team can read it here.':
    'Nach dem Einlösen können Empfänger auf der Seite ihres Geschenks eine Nachricht schreiben. Der Absender bekommt sie per E-Mail, und Ihr Team kann sie hier lesen.',
} satisfies Catalogue
