// Which levels of open positions fire at a quote.
export {};
