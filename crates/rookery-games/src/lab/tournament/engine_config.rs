//! The engine as a player of a match: its settings.

use std::str::FromStr;
use std::time::Duration;

use crate::lab::named_techniques::sound_techniques;
use crate::{Error, Game, GameType};
use rookery_engine::{Control, Driver, Params, Request, SplitMix, Technique, Techniques};

/// The engine with the settings of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    request: Request,
    is_random: bool,
}

impl EngineConfig {
    /// The engine with these limits; the seed is the match's business.
    pub fn asking(request: Request) -> Self {
        EngineConfig {
            request,
            is_random: false,
        }
    }

    /// Any legal move, each as likely as the others.
    pub fn random() -> Self {
        EngineConfig {
            request: Request::default(),
            is_random: true,
        }
    }

    /// The best move by the game's evaluation one ply on, and nothing else: no reply is looked at, nothing is played out.
    pub fn one_ply() -> Self {
        let kept = Techniques::of(&[Technique::AlphaBeta, Technique::Deepening]);
        EngineConfig::asking(Request {
            depth: 1,
            off: Techniques::of(&Technique::ALL).without(kept),
            ..Request::default()
        })
    }

    /// A level of the game, 1 to 8.
    pub fn level(game_type: &dyn GameType, level: u8) -> Option<Self> {
        let levels = game_type.sheet().levels;
        let level = levels.get(usize::from(level).checked_sub(1)?)?;
        Some(EngineConfig::asking(level.request(0)))
    }

    /// Reads a description: words between commas, each of which changes the meaning of those before it.
    ///
    /// `level=3` · `random` · `one-ply` · `nodes=2000` · `depth=4` · `time=100` (milliseconds) · `driver=mtdf` · `on=LMR+NULL` · `off=TT` · `eval=NAME` ·
    /// `params.null_depth=4` · `sigma=80` · `blind=200` · `margin=40`. Without a limit it has `nodes`.
    ///
    /// # Errors
    /// [`Error::Player`], with the fault and what is expected.
    pub fn read(text: &str, game_type: &dyn GameType, nodes: u64) -> Result<Self, Error> {
        let words = text.split(',').map(str::trim).filter(|w| !w.is_empty());
        let mut player = EngineConfig::asking(Request::default());
        for word in words {
            player
                .change(word, game_type)
                .map_err(|why| Error::Player {
                    text: text.to_owned(),
                    why,
                })?;
        }
        let looks_up = game_type.sheet().is_solved && player.request.on.has(Technique::Tables);
        let request = &mut player.request;
        let is_unlimited = request.nodes == 0 && request.depth == 0 && request.time.is_none();
        if !player.is_random && !looks_up && is_unlimited {
            request.nodes = nodes;
        }
        Ok(player)
    }

    fn change(&mut self, word: &str, game_type: &dyn GameType) -> Result<(), String> {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let request = &mut self.request;
        let handicap = &mut request.handicap;
        let names = value.replace('+', ",");
        match key {
            "random" if value.is_empty() => *self = EngineConfig::random(),
            "one-ply" if value.is_empty() => *self = EngineConfig::one_ply(),
            "level" => {
                let level = value.parse().ok();
                *self = level
                    .and_then(|level| EngineConfig::level(game_type, level))
                    .ok_or("level is a number from 1 to 8")?;
            }
            "nodes" => request.nodes = limit(key, value)?,
            "depth" => request.depth = limit(key, value)?,
            "time" => request.time = Some(Duration::from_millis(limit::<u32>(key, value)?.into())),
            "sigma" => handicap.sigma_cp = number(key, value)?,
            "blind" => handicap.oversight_permille = number(key, value)?,
            "margin" => handicap.margin_cp = number(key, value)?,
            "on" => {
                let named = sound_techniques("on=", &names, game_type)?;
                request.on = request.on.or(named);
                request.off = request.off.without(named);
            }
            "off" => {
                let named = Techniques::parse(&names).map_err(|error| error.to_string())?;
                request.off = request.off.or(named);
                request.on = request.on.without(named);
            }
            "driver" => {
                request.driver = Driver::ALL
                    .into_iter()
                    .find(|driver| driver.name().eq_ignore_ascii_case(value))
                    .ok_or_else(|| {
                        let names = Driver::ALL.map(Driver::name);
                        format!("driver is one of {}", names.join(", "))
                    })?;
            }
            "eval" => {
                let known = game_type.sheet().evaluations;
                let found = known.iter().find(|name| name.eq_ignore_ascii_case(value));
                request.evaluation = found.ok_or_else(|| {
                    format!("the evaluations of this game are {}", known.join(", "))
                })?;
                if request.params.is_some() {
                    return Err("eval=NAME comes before params.NAME=N, for each evaluation has parameters of its own".to_owned());
                }
            }
            _ => match key.strip_prefix("params.") {
                Some(name) => self.set_param(name, number(key, value)?, game_type)?,
                None => return Err(unknown(word)),
            },
        }
        // Any other word describes a player that searches.
        self.is_random &= key == "random";
        Ok(())
    }

    fn set_param(
        &mut self,
        name: &str,
        value: i32,
        game_type: &dyn GameType,
    ) -> Result<(), String> {
        let field = Params::FIELDS.iter().find(|field| field.0 == name);
        let &(_, least, greatest) = field.ok_or_else(|| {
            let names: Vec<_> = Params::FIELDS.iter().map(|f| f.0).collect();
            format!("params has no {name}; it has {}", names.join(", "))
        })?;
        if !(least..=greatest).contains(&value) {
            return Err(format!(
                "params.{name} is a number from {least} to {greatest}"
            ));
        }
        let request = &mut self.request;
        let mut params = match request.params {
            Some(params) => params,
            None => game_type.lab().params(request.evaluation),
        };
        params.set(name, value);
        request.params = Some(params);
        Ok(())
    }

    /// The move to make, as its path, and the nodes it took; no move where the game is over or `control` stopped the search.
    pub(crate) fn choose(
        &self,
        game: &dyn Game,
        seed: u64,
        control: &Control,
    ) -> (Option<Vec<String>>, u64) {
        if self.is_random {
            let mut legal = game.legal();
            if legal.is_empty() {
                return (None, 0);
            }
            let key = seed ^ game.hash() ^ (game.ply() as u64) << 48;
            let at = SplitMix::new(key).below(legal.len());
            return (Some(legal.swap_remove(at).path), 0);
        }
        let request = Request {
            seed,
            ..self.request
        };
        let report = game.search(&request, &control.from_now());
        let best = report.best.filter(|_| !control.is_stopped());
        (best, report.nodes)
    }
}

/// A number that may be 0.
pub(super) fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    let parsed = value.parse();
    parsed.map_err(|_| format!("{key}={value}: a number within limits is expected"))
}

/// A limit of a search: with 0 it would have none.
pub(super) fn limit<T: FromStr + From<u8> + PartialOrd>(
    key: &str,
    value: &str,
) -> Result<T, String> {
    let parsed: Option<T> = value.parse().ok();
    let limit = parsed.filter(|limit| *limit >= T::from(1));
    limit.ok_or_else(|| format!("{key}={value}: a number from 1 is expected"))
}

fn unknown(word: &str) -> String {
    format!(
        "'{word}' is not one of level=N, random, one-ply, nodes=N, depth=N, time=MS, driver=NAME, on=T+T, off=T+T, eval=NAME, \
         params.NAME=N, sigma=N, blind=N, margin=N"
    )
}
