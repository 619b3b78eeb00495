// The assembly: what is made, in which order, and what is handed to whom. A list, no logic.
//
//   clock, log, files → database (migrated) → jobs, mail → market → engine
//   accounts = createAccounts({db, clock, log, settings, mail, jobs})
//              → { routes, findCaller, findEndedSessions, onSessionEnded(listener) }
//   live     = createLive({findCaller, findEndedSessions, …})
//   trading  = createTrading({db, clock, log, accounts, engine, market, live}) → { routes }
//   http     = createHttp({routes: [...accounts.routes, ...trading.routes, …]}); live.attach(http.server)
