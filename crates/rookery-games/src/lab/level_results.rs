//! Measured strength of a game's levels: the file `levels.tsv` in the game's folder, written by `rookery levels GAME
//! --write`. It contains the signature of the bench, so that a later change of the engine is detected.

use std::fmt;

use crate::lab::tournament::{MatchScore, PAIR_RESULTS};
use crate::{Bench, Error, GameType, LEVEL_COUNT, Level, Setup};
use rookery_engine::{Control, Request};

/// The columns. The last one was added later: older files, and the rows of older results, do not have it.
const COLUMNS: [&str; 7] = [
    "level", "limits", "against", "wins", "draws", "losses", "pairs",
];

/// The opponent against which a level was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Another level.
    Level(u8),
    /// The best move by the evaluation one ply on.
    OnePly,
    /// Any legal move.
    Random,
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Level(level) => write!(f, "level={level}"),
            Opponent::OnePly => f.write_str("one-ply"),
            Opponent::Random => f.write_str("random"),
        }
    }
}

impl Opponent {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "one-ply" => Some(Opponent::OnePly),
            "random" => Some(Opponent::Random),
            _ => Some(Opponent::Level(text.strip_prefix("level=")?.parse().ok()?)),
        }
    }
}

/// The result of one level against one opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The level, 1 to 8.
    pub level: u8,
    /// The limits of the level when it was measured, as [`Level`] prints itself.
    pub limits: String,
    /// The opponent that it played.
    pub against: Opponent,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points, of which the interval of the score is made; none where they were not kept.
    pub pairs: [u64; PAIR_RESULTS],
}

impl Measure {
    /// The result of `level`, with these limits, against an opponent.
    pub fn new(level: u8, limits: Level, against: Opponent, score: &MatchScore) -> Self {
        Measure {
            level,
            limits: limits.to_string(),
            against,
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            pairs: score.pairs,
        }
    }

    /// The results alone, without the moves and their cost.
    pub fn score(&self) -> MatchScore {
        MatchScore {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            pairs: self.pairs,
            ..MatchScore::default()
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The wins and the losses of ten games, rounded; the rest was drawn.
    pub fn of_ten(&self) -> (usize, usize) {
        let all = self.games().max(1);
        let tenths = |games: u64| ((20 * games + all) / (2 * all)) as usize;
        let wins = tenths(self.wins);
        (wins, tenths(self.losses).min(10 - wins))
    }
}

/// All that was measured of a game's levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The signature of the bench when it was measured.
    pub signature: u64,
    /// The results, the weakest level first.
    pub results: Vec<Measure>,
}

impl Measured {
    /// The measured strength of the levels of a game.
    ///
    /// # Errors
    /// The fault of the file of the measurements.
    pub fn of(game_type: &dyn GameType) -> Result<Self, String> {
        Measured::parse(game_type.sheet().level_results)
    }

    /// Reads the file.
    ///
    /// # Errors
    /// The line that cannot be read, and what is expected in it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut measured = Measured::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let fields: Vec<_> = line.split('\t').collect();
            if fields == COLUMNS || fields == COLUMNS[..COLUMNS.len() - 1] {
                continue;
            }
            let is_read = match fields[..] {
                ["signature", number] => number.parse().map(|n| measured.signature = n).is_ok(),
                _ => Measured::result(&fields)
                    .map(|result| measured.results.push(result))
                    .is_some(),
            };
            if !is_read {
                let columns = COLUMNS.join(", ");
                return Err(format!(
                    "'{line}' is neither the signature nor a result (columns {columns})"
                ));
            }
        }
        Ok(measured)
    }

    fn result(fields: &[&str]) -> Option<Measure> {
        let (&[level, limits, against, wins, draws, losses], pairs) =
            fields.split_first_chunk::<6>()?;
        let pairs: [u64; PAIR_RESULTS] = match pairs {
            [] => [0; PAIR_RESULTS],
            [pairs] => {
                let counts: Result<Vec<u64>, _> = pairs.split(',').map(str::parse).collect();
                counts.ok()?.try_into().ok()?
            }
            _ => return None,
        };
        Some(Measure {
            level: level.parse().ok()?,
            limits: limits.to_owned(),
            against: Opponent::parse(against)?,
            wins: wins.parse().ok()?,
            draws: draws.parse().ok()?,
            losses: losses.parse().ok()?,
            pairs,
        })
    }

    /// Replaces an earlier result. Where the level's limits have changed, the result of the next level is out of date, as it was measured
    /// against the old limits: its games are set to zero, but it stays, since the level after it was measured against the limits in it.
    pub fn put(&mut self, result: Measure) {
        let is_same_level = |r: &Measure| r.level == result.level;
        let is_unchanged = |r: &Measure| is_same_level(r) && r.limits == result.limits;
        if !self.results.iter().any(is_unchanged) {
            let against = Opponent::Level(result.level);
            for next in self.results.iter_mut().filter(|r| r.against == against) {
                (next.wins, next.draws, next.losses) = (0, 0, 0);
                next.pairs = [0; PAIR_RESULTS];
            }
        }
        self.results
            .retain(|r| !is_same_level(r) || r.against != result.against);
        self.results.push(result);
        self.results
            .sort_by_key(|r| (r.level, r.against == Opponent::Random));
    }

    /// The result of a level against an opponent, if both are still as they were when it was measured.
    pub fn find(&self, game_type: &dyn GameType, level: u8, against: Opponent) -> Option<&Measure> {
        let found = self
            .results
            .iter()
            .find(|r| r.level == level && r.against == against && r.games() > 0)?;
        let opponent = match against {
            Opponent::Level(other) => self.results.iter().find(|r| r.level == other),
            Opponent::OnePly | Opponent::Random => Some(found),
        };
        let is_present = |result: &Measure| {
            let at = usize::from(result.level.clamp(1, LEVEL_COUNT)) - 1;
            game_type.sheet().levels[at].to_string() == result.limits
        };
        (is_present(found) && opponent.is_some_and(is_present)).then_some(found)
    }
}

/// The file's text.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "signature\t{}", self.signature)?;
        writeln!(f, "{}", COLUMNS.join("\t"))?;
        for r in &self.results {
            let (level, limits, against) = (r.level, &r.limits, r.against);
            let (wins, draws, losses) = (r.wins, r.draws, r.losses);
            write!(f, "{level}\t{limits}\t{against}\t{wins}\t{draws}\t{losses}")?;
            match r.pairs {
                pairs if pairs == [0; PAIR_RESULTS] => writeln!(f)?,
                pairs => writeln!(f, "\t{}", pairs.map(|n| n.to_string()).join(","))?,
            }
        }
        Ok(())
    }
}

/// The nodes of a game's bench positions: a number that changes when and only when the search or the game behaves differently.
///
/// # Errors
/// A bench position that the game does not read.
pub fn signature(game_type: &dyn GameType) -> Result<u64, Error> {
    let Bench { positions, depth } = game_type.sheet().bench;
    let request = Request {
        depth,
        ..Request::default()
    };
    let mut nodes = 0;
    for position in positions {
        let game = game_type.start(&Setup::at(*position))?;
        nodes += game.search(&request, &Control::unlimited()).nodes;
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn result(wins: u64, draws: u64, losses: u64) -> Measure {
        Measure {
            level: 3,
            limits: "nodes=10,depth=1,sigma=0,blind=0,margin=0".to_owned(),
            against: Opponent::Level(2),
            wins,
            draws,
            losses,
            pairs: [0; PAIR_RESULTS],
        }
    }

    #[test]
    fn a_file_is_read_back() {
        let mut first = result(1, 2, 3);
        first.level = 1;
        first.against = Opponent::OnePly;
        let mut second = result(40, 5, 15);
        second.pairs = [2, 1, 11, 2, 14];
        let measured = Measured {
            signature: 77,
            results: vec![first, second],
        };
        let text = measured.to_string();
        assert_eq!(Measured::parse(&text), Ok(measured));
        assert_eq!(Measured::parse(""), Ok(Measured::default()));
        let error = Measured::parse("signature\tmany\n").unwrap_err();
        assert!(error.contains("'signature\tmany' is neither"), "{error}");
        for pairs in ["2,1,11,2", "2,1,11,2,14,0", "2,1,11,2,x", "2,1,11,2,14\t1"] {
            assert!(Measured::parse(&text.replace("2,1,11,2,14", pairs)).is_err());
        }
    }

    /// A file that was written before pairs were kept.
    #[test]
    fn a_file_without_pairs_is_read() {
        let text = "signature\t9\nlevel\tlimits\tagainst\twins\tdraws\tlosses\n3\tnodes=1\tlevel=2\t40\t5\t15\n";
        let measured = Measured::parse(text).unwrap();
        let score = measured.results[0].score();
        assert_eq!((score.wins, score.draws, score.losses), (40, 5, 15));
        assert_eq!(score.pairs, [0; 5]);
    }

    #[test]
    fn a_level_that_is_unchanged_leaves_the_next_result() {
        let of = |level: u8, nodes: u32, wins: u64| Measure {
            level,
            limits: format!("nodes={nodes}"),
            against: Opponent::Level(level - 1),
            ..result(wins, 0, 20)
        };
        let mut measured = Measured {
            signature: 77,
            results: vec![of(2, 1, 40), of(3, 2, 40), of(4, 3, 40)],
        };
        let wins =
            |measured: &Measured| measured.results.iter().map(|r| r.wins).collect::<Vec<_>>();
        // Level 2 is another now: the result of level 3 says nothing any more, that of level 4 does.
        measured.put(of(2, 10, 50));
        assert_eq!(wins(&measured), [50, 0, 40]);
        measured.put(of(3, 2, 30));
        assert_eq!(wins(&measured), [50, 30, 40]);
        measured.put(of(3, 20, 35));
        assert_eq!(wins(&measured), [50, 35, 0]);
        // A level that was not there before.
        measured.results.remove(1);
        measured.put(of(4, 3, 41));
        measured.put(of(3, 20, 36));
        assert_eq!(wins(&measured), [50, 36, 0]);
    }

    #[test]
    fn shares_of_ten_games_do_not_exceed_ten() {
        assert_eq!(result(45, 0, 15).of_ten(), (8, 2));
        assert_eq!(result(0, 200, 0).of_ten(), (0, 0));
        assert_eq!(result(200, 0, 0).of_ten(), (10, 0));
    }

    /// `rookery bench --check` tests whether the signature is the present one; it takes seconds.
    #[test]
    fn the_files_of_all_games_belong_to_their_levels() {
        for game_type in Registry::shipped().all() {
            let measured = Measured::of(*game_type).unwrap();
            for result in &measured.results {
                let found = measured.find(*game_type, result.level, result.against);
                assert_eq!(
                    found,
                    Some(result),
                    "{}: measure it again",
                    game_type.name()
                );
            }
        }
    }
}
