//! Answers as programs print them: what is read, what is skipped, and what is refused.

use proptest::prelude::*;
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::lenient::{ReadAnswer, Reading, read};
use tabuleiro_core::shape::{Manner, Shape, Written};
use tabuleiro_core::text::Source;

fn grid(rows: u32, cols: u32) -> Shape {
    Shape::Grid { size: Size { rows, cols }, trailer: 0 }
}

fn reading(text: &str, shapes: &[Shape]) -> Reading {
    read(&Source::new("out", text), shapes, Manner::default()).expect("no limit")
}

/// Cells of each answer, 0 for none; or the code of the diagnostic, or nothing.
fn told(text: &str, shapes: &[Shape]) -> Vec<String> {
    let told = |answer: ReadAnswer| match answer {
        ReadAnswer::Silent => "silent".to_owned(),
        ReadAnswer::Unreadable(fault) => fault.code().to_owned(),
        ReadAnswer::Read(Written::Grid(cells, effort), _) => {
            let cells: Vec<String> =
                cells.iter().map(|cell| cell.unwrap_or_default().to_string()).collect();
            let effort: Vec<String> = effort.iter().map(u64::to_string).collect();
            [&cells[..], &effort[..]].concat().join(" ")
        }
        ReadAnswer::Read(Written::Moves(moves), _) => {
            let pair = |[from, to]: &[Square; 2]| format!("{from}-{to}");
            moves.iter().map(pair).collect::<Vec<_>>().join(" ")
        }
        ReadAnswer::Read(Written::Number(number), _) => number.to_string(),
        ReadAnswer::Read(Written::Impossible, _) => "impossible".to_owned(),
        ReadAnswer::Read(Written::OverLimit, _) => "over".to_owned(),
    };
    reading(text, shapes).answers.into_iter().map(told).collect()
}

const TWO: Shape = Shape::Grid { size: Size { rows: 2, cols: 2 }, trailer: 0 };

#[test]
fn a_grid_is_read_however_its_cells_are_parted() {
    for text in [
        "1 2\n2 1\n",
        "1\t2\r\n2\t1",
        "[1][2]\n[2][1]\n",
        "1,2\n2,1\n",
        "1;2\n2;1\n",
        "| 1 | 2 |\n|---|---|\n| 2 | 1 |\n",
        "+---+---+\n| 1 | 2 |\n+---+---+\n| 2 | 1 |\n+---+---+\n",
        "1 < 2\n^   v\n2 > 1\n",
        "1 2\n\n2 1\n\n",
        "1 2 2 1\n",
        "\u{feff}1 2\n2 1\n",
    ] {
        assert_eq!(told(text, &[TWO]), ["1 2 2 1"], "{text:?}");
    }
    assert_eq!(told("1 .\n_ 0\n", &[TWO]), ["1 0 0 0"]);
}

#[test]
fn lines_that_are_no_part_of_an_answer_are_skipped_and_told() {
    let text =
        "Resolvendo...\n::: Board 1\n1 2\n2 1\n:: 302 calls\n\nCaso 2:\n2 1\n1 2\natribuicoes: 7\n";
    assert_eq!(told(text, &[TWO, TWO]), ["1 2 2 1", "2 1 1 2"]);
    let found = reading(text, &[TWO, TWO]);
    let lines: Vec<&str> = found.foreign.iter().map(|at| &text[at.clone()]).collect();
    assert_eq!(lines, ["Resolvendo...", ":: 302 calls", "atribuicoes: 7"]);
}

#[test]
fn numbers_decide_which_board_an_answer_is_about() {
    let shapes = [TWO; 3];
    assert_eq!(told("1\n1 2\n2 1\n\n3\n2 1\n1 2\n", &shapes), ["1 2 2 1", "silent", "2 1 1 2"]);
    assert_eq!(told("1 2\n2 1\n\n2 1\n1 2\n", &shapes), ["1 2 2 1", "2 1 1 2", "silent"]);
    // The number is left out where a limit was reached.
    let text = "1\n1 2\n2 1\n\nNumero de atribuicoes excede limite maximo\n\n3\n2 1\n1 2\n";
    assert_eq!(told(text, &shapes), ["1 2 2 1", "over", "2 1 1 2"]);
    // Numbers beyond the last board are answers to no board.
    let found = reading("1\n1 2\n2 1\n2\n1 2\n2 1\n7\n1 2\n2 1\n", &[TWO, TWO]);
    assert_eq!(found.strays, 1);
}

#[test]
fn what_can_be_read_in_two_ways_is_refused() {
    assert_eq!(told("1 2\n2 1\n\n2 1\n1 2\n", &[TWO]), ["J0204"]);
    assert_eq!(told("1 2\n2 1\n\n1 2\n2 1\n", &[TWO]), ["1 2 2 1"]);
    let twice = "1 2\n2 1\n".repeat(4);
    assert_eq!(told(&twice, &[TWO, TWO]), ["J0203", "J0203"]);
    // A line with the way of searching before the first of two boards.
    assert_eq!(told("2\n1 2\n2 1\n\n2 1\n1 2\n", &[TWO, TWO]), ["J0203", "J0203"]);
    // Rows of one answer and then of the next.
    assert_eq!(told("1 2\n\n1 2\n2 1\n", &[TWO, TWO]), ["J0201", "1 2 2 1"]);
    assert_eq!(told("1 2 3\n2 3 1\n3 1 2\n", &[TWO]), ["J0202"]);
}

#[test]
fn words_are_read_with_accents_or_without() {
    for text in [
        "Impossivel",
        "impossível!",
        "IMPOSSÍVEL",
        "[ ! ] No solution",
        "nao ha solucao para o tabuleiro proposto.",
        "Solução não encontrada",
        "Nao foi possivel encontrar o passeio",
        "Não existe caminho até a saída!",
        "Path not found.",
    ] {
        assert_eq!(told(text, &[TWO]), ["impossible"], "{text}");
    }
    for text in ["nao ha caminho por (3,4), voltando", "Arquivo nao encontrado", "no caminho certo"]
    {
        assert_eq!(told(text, &[TWO]), ["silent"], "{text}");
    }
    for text in ["Excede o limite de atribuições.", "Numero de atribuicoes excede limite maximo"]
    {
        assert_eq!(told(text, &[TWO]), ["over"], "{text}");
    }
    assert_eq!(told("Solução encontrada\n1 2\n2 1", &[TWO]), ["1 2 2 1"]);
    assert_eq!(told("", &[TWO]), ["silent"]);
}

#[test]
fn moves_are_read_by_how_their_squares_are_written() {
    let one = [Shape::Moves(1)];
    for text in ["0:1-0:3", "1,2-1,4", "(1,2) -> (1,4)", "de 1,2 para 1,4", "0:1 - 0:3\n"] {
        assert_eq!(told(text, &one), ["1,2-1,4"], "{text}");
    }
    assert_eq!(told("1,2-1,4-3,4\n", &[Shape::Moves(2)]), ["1,2-1,4 1,4-3,4"]);
    let chatty = "Passo a passo\n0:1-0:3\n1 1 -1\n0:3-2:3\nFim\n";
    assert_eq!(told(chatty, &[Shape::Moves(2)]), ["1,2-1,4 1,4-3,4"]);
    // Two boards, one after another.
    assert_eq!(told("0:1-0:3\n0:2-0:0\n", &[Shape::Moves(1); 2]), ["1,2-1,4", "1,3-1,1"]);
    assert_eq!(told("Impossivel\n", &one), ["impossible"]);
    // A board that is as it shall be needs no move; silence is its answer.
    assert_eq!(told("", &[Shape::Moves(0)]), [""]);
    // Blanks alone do not tell squares from rows of a board.
    assert_eq!(told("1 2 1 4\n", &one), ["silent"]);
    let zero = Manner { zero_based: true, strict: false };
    let found = read(&Source::new("out", "0,1-0,3"), &one, zero).unwrap();
    assert!(
        matches!(&found.answers[0], ReadAnswer::Read(Written::Moves(m), _) if m[0][0].col == 1)
    );
}

#[test]
fn a_number_is_read_alone_or_beside_its_label() {
    let one = [Shape::Number];
    assert_eq!(told("10\n", &one), ["10"]);
    assert_eq!(told("PARA O TESTE 50\nresultado 10\ntempo do caminhamento: 0.03\n", &one), ["10"]);
    assert_eq!(told("Explorei todos nodos possiveis\n", &one), ["silent"]);
    assert_eq!(told("10\n12\n", &one), ["J0204"]);
    assert_eq!(told("10\nimpossivel\n7\n", &[Shape::Number; 3]), ["10", "impossible", "7"]);
}

#[test]
fn counters_follow_a_grid_where_they_are_asked_for() {
    let tour = [Shape::Grid { size: Size { rows: 3, cols: 3 }, trailer: 2 }];
    assert_eq!(told("1 2 3\n4 5 6\n7 8 9\n12 3\n", &tour), ["1 2 3 4 5 6 7 8 9 12 3"]);
    assert_eq!(told("1 2 3\n4 5 6\n7 8 9\n", &tour), ["1 2 3 4 5 6 7 8 9"]);
}

#[test]
fn a_board_of_one_cell_has_rows_that_look_like_numbers() {
    assert_eq!(told("1\n", &[grid(1, 1)]), ["1"]);
    assert_eq!(told("1\n1\n\n2\n1\n", &[grid(1, 1); 2]), ["1", "1"]);
}

#[test]
fn a_flood_of_misfits_is_read_in_time() {
    let flood = "7\n1 2 3\n2 3 1\n3 1 2\n\n".repeat(100_000);
    let begun = std::time::Instant::now();
    assert_eq!(told(&flood, &[TWO, TWO]), ["silent", "silent"]);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn sizes_that_no_text_can_fill_take_no_memory() {
    let vast = grid(1_000_000_000, 1_000_000_000);
    assert_eq!(told("1 2\n2 1\n", &[vast]), ["J0202"]);
    assert_eq!(told("1 2\n", &[vast]), ["silent"]);
    assert_eq!(told("9999999999 1\n", &[Shape::Moves(usize::MAX)]), ["silent"]);
}

proptest! {
    /// Any bytes are read without a panic, and every board is spoken of once.
    #[test]
    fn any_text_is_read(text in "[0-9 .:,;()\\[\\]\\-\nA-Za-zã>^v]{0,200}", boards in 0usize..4, shape in 0usize..4) {
        let shape = [TWO, Shape::Moves(2), Shape::Number, grid(1, 1)][shape];
        let found = reading(&text, &vec![shape; boards]);
        prop_assert_eq!(found.answers.len(), boards);
        for at in found.foreign {
            prop_assert!(text.get(at).is_some());
        }
    }

    /// What is written in order, with any parting, comes back.
    #[test]
    fn what_is_written_is_read(rows in proptest::collection::vec(proptest::collection::vec(1u32..10, 3), 3), parting in 0usize..4, numbered: bool, blank: bool) {
        let parting = [" ", "\t", ", ", " | "][parting];
        let mut text = String::new();
        for case in 1..=3 {
            if numbered {
                text += &format!("{case}\n");
            }
            for row in &rows {
                text += &row.iter().map(u32::to_string).collect::<Vec<_>>().join(parting);
                text.push('\n');
            }
            if blank {
                text.push('\n');
            }
        }
        let cells = rows.concat().iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(told(&text, &[grid(3, 3); 3]), vec![cells; 3]);
    }
}
