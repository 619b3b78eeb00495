// Initial policies: they describe what the platform does; the operator adds what local law
// requires.
import type { SeedPage } from './page.ts';

export const TERMS: SeedPage = {
  slug: 'terms-conditions',
  en: {
    title: 'Terms & Conditions',
    description: 'The agreement between you and the operator of this platform.',
    passages: [
      [
        '1. Who agrees',
        '<p>This agreement is between you and {{operator}}, {{address}}. It begins when you sign up and accept it.</p>',
      ],
      [
        '2. What is traded',
        '<p>You open positions whose value follows the price of a market. {{risk_warning}}</p>',
      ],
      [
        '3. Your account',
        '<p>You must be of full age, act for yourself and give true details. Keep your password to yourself, and tell us at once if somebody else may know it. Before you trade we check your identity.</p>',
      ],
      [
        '4. Orders and prices',
        '<p>An order fills at the price of our server at that moment, with a mark-up of 0.025 % at the opening. A stop loss and a take profit fill at the first price at or beyond their level, which after a gap may be worse than the level. Only markets that are open and have a current price are traded: the age of a price counts from its source, and a price that reaches us more than 2 seconds late is not used. The parts of a position that you close one by one are rounded as one sum. Overnight financing is charged for each night at 17:00 in New York; a position that closes earlier than we charge it pays for every night that is due.</p>',
      ],
      [
        '5. Stop-out and margin close-out',
        '<p>Stop-out: a position closes when the price has moved against it by the percentage that belongs to its leverage. The ticket and the calculator show that price. Margin close-out: when your equity falls below half of the margin of your open positions, positions close one at a time, the largest loss first, until it is above that limit again.</p>',
      ],
      [
        '6. Losses',
        '<p>As a retail customer you cannot lose more than is in your account. A balance below zero is brought back to zero when the last position has closed. Money in a withdrawal that we have not paid yet covers a loss first: we cancel the withdrawal and notify you. An example: of € 10,000 you request € 8,900 while a position of € 1,000 at leverage 30 is open, and its price jumps by 10 % against you. You lose € 3,006.75 and keep € 6,993.25; we pay nothing. If the operator has switched it on, accounts of one person that our staff have linked cover each other’s losses before we do.</p>',
      ],
      [
        '7. Deposits and withdrawals',
        '<p>The smallest deposit is € 250. A withdrawal is set aside at once and paid to you after we have checked it; it may take about seven business days to reach you. What open positions need cannot be withdrawn; while their market is closed, that includes the largest plausible jump of their price. We check the amount again when we approve and when we pay. If a deposit is taken back by your bank or card company, we cancel withdrawals that are not paid yet, and what your balance does not cover, you owe us.</p>',
      ],
      [
        '8. Ending',
        '<p>You may close your account at any time: close your positions and withdraw. We may end the agreement with notice, and at once if it is abused or the law demands it. What is yours is paid to you.</p>',
      ],
      [
        '9. Complaints and law',
        '<p>Write to us first, and we answer within a reasonable time. The law at our seat applies, and leaves you the protection that consumers have where you live.</p>',
      ],
    ],
  },
  de: {
    title: 'Allgemeine Geschäftsbedingungen',
    description: 'Die Vereinbarung zwischen Ihnen und dem Betreiber dieser Plattform.',
    passages: [
      [
        '1. Vertragspartner',
        '<p>Diese Vereinbarung besteht zwischen Ihnen und {{operator}}, {{address}}. Sie beginnt, wenn Sie sich anmelden und ihr zustimmen.</p>',
      ],
      [
        '2. Gegenstand',
        '<p>Sie eröffnen Positionen, deren Wert dem Kurs eines Marktes folgt. {{risk_warning}}</p>',
      ],
      [
        '3. Ihr Konto',
        '<p>Sie müssen volljährig sein, für sich selbst handeln und richtige Angaben machen. Behalten Sie Ihr Passwort für sich und sagen Sie uns sofort, wenn es jemand anderes kennen könnte. Bevor Sie handeln, prüfen wir Ihre Identität.</p>',
      ],
      [
        '4. Aufträge und Kurse',
        '<p>Ein Auftrag wird zum Kurs unseres Servers in diesem Augenblick ausgeführt, bei der Eröffnung mit einem Aufschlag von 0,025 %. Stop-Loss und Take-Profit werden zum ersten Kurs auf oder jenseits ihrer Marke ausgeführt; nach einer Kurslücke kann er schlechter sein als die Marke. Gehandelt werden nur offene Märkte mit aktuellem Kurs: Das Alter eines Kurses zählt ab seiner Quelle, und ein Kurs, der uns mehr als 2 Sekunden zu spät erreicht, wird nicht verwendet. Teile einer Position, die Sie einzeln schließen, werden als eine Summe gerundet. Die Übernachtfinanzierung wird für jede Nacht um 17:00 Uhr in New York berechnet; eine Position, die vor unserer Abrechnung geschlossen wird, zahlt für jede fällige Nacht.</p>',
      ],
      [
        '5. Stop-out und Margin-Close-out',
        '<p>Stop-out: Eine Position wird geschlossen, wenn sich der Kurs um den Prozentsatz gegen sie bewegt hat, der zu ihrem Hebel gehört. Ticket und Rechner zeigen diesen Kurs. Margin-Close-out: Fällt Ihr Eigenkapital unter die Hälfte der Margin Ihrer offenen Positionen, werden Positionen nacheinander geschlossen, die mit dem größten Verlust zuerst, bis es wieder darüber liegt.</p>',
      ],
      [
        '6. Verluste',
        '<p>Als Privatkunde können Sie nicht mehr verlieren, als auf Ihrem Konto ist. Ein Saldo unter null wird auf null gebracht, wenn die letzte Position geschlossen ist. Geld in einer Auszahlung, die noch nicht gezahlt ist, deckt Verluste zuerst: Wir stornieren die Auszahlung und benachrichtigen Sie. Ein Beispiel: Von 10.000 € beantragen Sie 8.900 €, während eine Position über 1.000 € mit Hebel 30 offen ist, und ihr Kurs springt um 10 % gegen Sie. Sie verlieren 3.006,75 € und behalten 6.993,25 €; wir zahlen nichts. Hat der Betreiber es eingeschaltet, decken verknüpfte Konten derselben Person gegenseitig ihre Verluste, bevor wir es tun.</p>',
      ],
      [
        '7. Ein- und Auszahlungen',
        '<p>Die kleinste Einzahlung beträgt 250 €. Eine Auszahlung wird sofort zurückgelegt und nach unserer Prüfung gezahlt; bis sie bei Ihnen ist, können etwa sieben Werktage vergehen. Was offene Positionen brauchen, kann nicht ausgezahlt werden; solange ihr Markt geschlossen ist, gehört dazu der größte plausible Kurssprung. Wir prüfen den Betrag erneut, wenn wir die Auszahlung freigeben und wenn wir sie zahlen. Wird eine Einzahlung von Ihrer Bank oder Kartengesellschaft zurückgeholt, stornieren wir noch nicht gezahlte Auszahlungen; was Ihr Saldo nicht deckt, schulden Sie uns.</p>',
      ],
      [
        '8. Ende',
        '<p>Sie können Ihr Konto jederzeit schließen: Positionen schließen und auszahlen. Wir können den Vertrag mit Frist beenden, und sofort, wenn er missbraucht wird oder das Gesetz es verlangt. Was Ihnen gehört, wird ausgezahlt.</p>',
      ],
      [
        '9. Beschwerden und Recht',
        '<p>Schreiben Sie uns zuerst; wir antworten in angemessener Zeit. Es gilt das Recht an unserem Sitz; der Schutz, den Verbraucher an Ihrem Wohnort haben, bleibt Ihnen.</p>',
      ],
    ],
  },
};

export const COOKIES: SeedPage = {
  slug: 'cookies-policy',
  en: {
    title: 'Cookies policy',
    description: 'What this site keeps in your browser.',
    passages: [
      [
        'What is kept',
        '<p>This site sets no cookies of its own. It keeps in your browser’s storage what it needs: your sign-in, the language and theme that you chose, the code of the link that brought you here, and pages that you have read, so that they show at once.</p>',
      ],
      [
        'What others keep',
        '<p>The home page and the economic calendar can show a widget of another company. It is loaded only after you have agreed, and may then set cookies of its own. Without your agreement you see our own instead.</p>',
      ],
      [
        'Your choice',
        '<p>You can take your agreement back at any time, and delete what is kept in the settings of your browser. You are then signed out, and nothing else is lost.</p>',
      ],
    ],
  },
  de: {
    title: 'Cookie-Richtlinie',
    description: 'Was diese Website in Ihrem Browser speichert.',
    passages: [
      [
        'Was wir speichern',
        '<p>Diese Website setzt keine eigenen Cookies. Im Speicher Ihres Browsers liegt, was sie braucht: Ihre Anmeldung, die gewählte Sprache und Darstellung, der Code des Links, über den Sie kamen, und gelesene Seiten, damit sie sofort erscheinen.</p>',
      ],
      [
        'Was andere speichern',
        '<p>Startseite und Wirtschaftskalender können ein Widget eines anderen Unternehmens zeigen. Es wird erst geladen, wenn Sie zugestimmt haben, und kann dann eigene Cookies setzen. Ohne Ihre Zustimmung sehen Sie stattdessen unsere Darstellung.</p>',
      ],
      [
        'Ihre Wahl',
        '<p>Sie können Ihre Zustimmung jederzeit zurücknehmen und Gespeichertes in den Einstellungen Ihres Browsers löschen. Sie sind dann abgemeldet; sonst geht nichts verloren.</p>',
      ],
    ],
  },
};

export const AML: SeedPage = {
  slug: 'aml-policy',
  en: {
    title: 'Anti-money-laundering policy',
    description: 'How we keep stolen money and hidden owners out.',
    passages: [
      [
        'Why',
        '<p>The law obliges {{operator}} to know whose money it handles. We do not open accounts under false or anonymous names.</p>',
      ],
      [
        'What we do',
        '<ul><li>We check identity and address of every customer before they trade, and ask where money comes from when amounts call for it.</li><li>We take no cash and no payments of third parties. Money goes back the way it came where that is possible.</li><li>We watch deposits and withdrawals for what does not fit, and large withdrawals are approved by two people.</li></ul>',
      ],
      [
        'What may follow',
        '<p>We may ask questions, hold a payment or close an account. Where the law demands it we report to the authorities, and may not tell you so. Records are kept as long as the law asks.</p>',
      ],
    ],
  },
  de: {
    title: 'Richtlinie gegen Geldwäsche',
    description: 'Wie wir gestohlenes Geld und verborgene Eigentümer fernhalten.',
    passages: [
      [
        'Warum',
        '<p>Das Gesetz verpflichtet {{operator}} zu wissen, wessen Geld es bewegt. Konten unter falschem Namen oder ohne Namen gibt es bei uns nicht.</p>',
      ],
      [
        'Was wir tun',
        '<ul><li>Wir prüfen Identität und Anschrift jedes Kunden, bevor er handelt, und fragen nach der Herkunft des Geldes, wenn die Beträge es verlangen.</li><li>Wir nehmen kein Bargeld und keine Zahlungen Dritter. Geld geht, wo möglich, auf dem Weg zurück, auf dem es kam.</li><li>Wir achten bei Ein- und Auszahlungen auf das, was nicht passt; große Auszahlungen genehmigen zwei Personen.</li></ul>',
      ],
      [
        'Was folgen kann',
        '<p>Wir können nachfragen, eine Zahlung anhalten oder ein Konto schließen. Wo das Gesetz es verlangt, melden wir den Behörden und dürfen es Ihnen dann nicht sagen. Unterlagen bewahren wir so lange auf, wie das Gesetz es will.</p>',
      ],
    ],
  },
};

export const KYC: SeedPage = {
  slug: 'kyc-policy',
  en: {
    title: 'Know-your-customer policy',
    description: 'Which documents we ask for, and what happens to them.',
    passages: [
      [
        'What we ask for',
        '<ul><li>A passport or identity card that is valid.</li><li>A proof of address, such as a bill or a bank statement, not older than three months.</li><li>Where needed, the front and back of the means by which you pay. Cover the middle digits of a card number and the code on its back.</li></ul><p>Files are JPEG or PDF of at most 2 MB.</p>',
      ],
      [
        'What happens to them',
        '<p>Documents are stored encrypted, and people who check them see them, nobody else. You see at each whether it is being checked, approved or rejected, and why.</p>',
      ],
      [
        'Afterwards',
        '<p>Once you are verified, name, date of birth and country are fixed; tell us if one of them changes. We may ask again when a document has expired.</p>',
      ],
    ],
  },
  de: {
    title: 'Richtlinie zur Kundenprüfung',
    description: 'Welche Dokumente wir brauchen und was mit ihnen geschieht.',
    passages: [
      [
        'Was wir brauchen',
        '<ul><li>Einen gültigen Pass oder Personalausweis.</li><li>Einen Adressnachweis, etwa eine Rechnung oder einen Kontoauszug, höchstens drei Monate alt.</li><li>Wo nötig, Vorder- und Rückseite des Zahlungsmittels. Decken Sie die mittleren Ziffern einer Kartennummer und den Code auf der Rückseite ab.</li></ul><p>Dateien sind JPEG oder PDF mit höchstens 2 MB.</p>',
      ],
      [
        'Was mit ihnen geschieht',
        '<p>Dokumente werden verschlüsselt gespeichert; nur wer sie prüft, sieht sie. Bei jedem sehen Sie, ob es geprüft wird, angenommen oder abgelehnt ist, und warum.</p>',
      ],
      [
        'Danach',
        '<p>Sind Sie geprüft, stehen Name, Geburtsdatum und Land fest; sagen Sie uns, wenn sich etwas davon ändert. Ist ein Dokument abgelaufen, fragen wir erneut.</p>',
      ],
    ],
  },
};

export const PRIVACY: SeedPage = {
  slug: 'privacy-policy',
  en: {
    title: 'Privacy policy',
    description: 'Which personal data we keep, why, and what you can ask of us.',
    passages: [
      [
        'Who is responsible',
        '<p>{{operator}}, {{address}}. Write to us by the <a href="/contact-us">contact form</a>.</p>',
      ],
      [
        'What we keep and why',
        '<ul><li>Your details and documents, because the law asks us to know you.</li><li>Orders, positions and payments, to fulfil our agreement and because accounts must be kept.</li><li>Times, addresses and devices of sign-ins, to protect your account.</li><li>Devices, networks, phone numbers, cards and payout destinations, compared between accounts to find those of one person that trade against each other; what was not seen again for half a year is deleted.</li><li>What you write to us, to answer; it is deleted after two years.</li></ul>',
      ],
      [
        'Who else sees it',
        '<p>Payment providers see what a payment needs, authorities what the law gives them. If a partner’s link brought you here, that partner sees your name, email, country, the day you signed up and your first deposit. If another customer’s link brought you here, that customer sees your name and email. We sell nothing to anybody.</p>',
      ],
      [
        'Your rights',
        '<p>You may ask what we keep of you, have it corrected, deleted where no law keeps it, or handed over, object to its use, and complain to the authority for data protection where you live.</p>',
      ],
    ],
  },
  de: {
    title: 'Datenschutzerklärung',
    description: 'Welche persönlichen Daten wir speichern, warum, und was Sie verlangen können.',
    passages: [
      [
        'Wer verantwortlich ist',
        '<p>{{operator}}, {{address}}. Schreiben Sie uns über das <a href="/contact-us">Kontaktformular</a>.</p>',
      ],
      [
        'Was wir speichern und warum',
        '<ul><li>Ihre Angaben und Dokumente, weil das Gesetz verlangt, dass wir Sie kennen.</li><li>Aufträge, Positionen und Zahlungen, um den Vertrag zu erfüllen und weil Bücher geführt werden müssen.</li><li>Zeiten, Adressen und Geräte von Anmeldungen, um Ihr Konto zu schützen.</li><li>Geräte, Netze, Telefonnummern, Karten und Auszahlungsziele, die wir zwischen Konten vergleichen, um Konten einer Person zu finden, die gegeneinander handeln; was ein halbes Jahr nicht wieder vorkam, wird gelöscht.</li><li>Was Sie uns schreiben, um zu antworten; es wird nach zwei Jahren gelöscht.</li></ul>',
      ],
      [
        'Wer es sonst sieht',
        '<p>Zahlungsdienste sehen, was eine Zahlung braucht, Behörden, was das Gesetz ihnen gibt. Hat Sie der Link eines Partners hergeführt, sieht dieser Partner Namen, E-Mail, Land, den Tag Ihrer Anmeldung und Ihre erste Einzahlung. Hat Sie der Link eines anderen Kunden hergeführt, sieht dieser Kunde Namen und E-Mail. Wir verkaufen niemandem etwas.</p>',
      ],
      [
        'Ihre Rechte',
        '<p>Sie können Auskunft verlangen, Berichtigung, Löschung, wo kein Gesetz die Daten behält, und Herausgabe; Sie können der Nutzung widersprechen und sich bei der Datenschutzbehörde an Ihrem Wohnort beschweren.</p>',
      ],
    ],
  },
};
