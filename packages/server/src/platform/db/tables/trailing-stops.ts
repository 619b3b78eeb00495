// Generated from the database by `npm run table-types`. Change the migrations instead.

export type TrailingStopsTables = {
  trail_marks: {
    symbol: string;
    direction: string;
    sequence: number;
    points: number;
    marked_at: Date;
  };
};
